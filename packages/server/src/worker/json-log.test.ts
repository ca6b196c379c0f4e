import { describe, expect, it } from 'vitest';
import { createJsonLog } from './json-log.ts';

describe('createJsonLog', () => {
  it('writes one JSON object per line, with secrets hidden and long values truncated', () => {
    const lines: string[] = [];
    const log = createJsonLog((line) => lines.push(line), ['hunter2', '']);
    log('error', 'run_failed', { message: `password hunter2\n${'x'.repeat(5_000)}`, ms: 3, none: undefined });
    expect(lines).toHaveLength(1);
    expect(lines[0]?.endsWith('}\n')).toBe(true);
    const told = JSON.parse(lines[0] ?? '') as Record<string, unknown>;
    expect(told).toMatchObject({ level: 'error', event: 'run_failed', ms: 3 });
    expect(told['message']).toMatch(/^password \[hidden\]\nx+$/);
    expect(String(told['message'])).toHaveLength(1_000);
  });
});
