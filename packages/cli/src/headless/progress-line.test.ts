import type { AgentEvent } from '@bowline/protocol';
import { expect, test } from 'vitest';
import { ProgressLine } from './progress-line.ts';

const base = { id: '1', streamId: 's', at: '2026-01-01T00:00:00.000Z' };
const model: AgentEvent = { ...base, type: 'session_update', model: 'm' };
const call = { callId: 'c', name: 'read_file' };

test('shows the current activity, and is removed at the end', () => {
  const shown: string[] = [];
  const line = new ProgressLine((text) => shown.push(text));
  line.take(model);
  line.take({ ...base, type: 'tool_request', ...call, args: {}, effect: 'read', executor: 'local' });
  line.take({ ...base, type: 'tool_response', ...call, content: [], isError: false });
  line.close();
  expect(shown).toEqual(['m · thinking · 0 s', 'm · read_file · 0 s', 'm · thinking · 0 s', '']);
});
