import { AgentError, toText } from '@bowline/protocol';
import { expect, test } from 'vitest';
import type { ToolOutcome } from '../define-tool.ts';
import type { HostMemory, ToolHost } from '../tool-host.ts';
import { saveMemory } from './save-memory.ts';

async function run(fact: string, memory?: HostMemory): Promise<ToolOutcome | string> {
  const parsed = saveMemory.parse({ fact });
  if (!parsed.ok) return parsed.text;
  const { signal } = new AbortController();
  return parsed.call.run({ host: { memory } as ToolHost, signal, key: 'k', update: () => {} });
}
const memoryOf = (save: HostMemory['save']): HostMemory => ({ path: '/home/me/.bowline/AGENTS.md', save });

test('a fact is handed on, and said to be kept or known', async () => {
  const kept: string[] = [];
  const memory = memoryOf(async (fact) => kept.push(fact) === 1);
  const words = [await run(' likes tabs ', memory), await run('likes tabs', memory)].map((outcome) =>
    typeof outcome === 'string' ? outcome : toText(outcome.content),
  );
  expect(kept).toEqual(['likes tabs', 'likes tabs']);
  expect(words).toEqual(['Remembered: likes tabs', 'That is remembered already.']);
});

test('it says which file it writes', () => {
  const parsed = saveMemory.parse({ fact: 'x' });
  const host = { memory: memoryOf(async () => true) } as ToolHost;
  expect(parsed.ok && parsed.call.writes(host)).toEqual(['/home/me/.bowline/AGENTS.md']);
});

test('what cannot be kept is a failure in words', async () => {
  const full = memoryOf(async () => {
    throw new AgentError('INTERNAL', 'it cannot be written', { details: { errno: 'ENOSPC' } });
  });
  expect(await run('x', full)).toMatchObject({ ok: false, errorType: 'file_error' });
  expect(await run('x')).toMatchObject({ ok: false, errorType: 'memory_unavailable' });
  expect(await run(' ')).toContain('invalid arguments for save_memory');
});
