import type { CallItem } from '../../transcript/transcript.ts';
import { expect, test } from 'vitest';
import { viewOf } from '../../../../../tests/tui/paint-asked.ts';
import { paintCall } from './paint-call.ts';

test('a command that the user stopped says so in few words, without those for the model', () => {
  const item: CallItem = {
    ...{ id: 'c', at: '', threadId: null, kind: 'call', callId: 'c', name: 'run_shell_command', effect: 'execute' },
    ...{ status: 'interrupted', startedAt: '2026-01-01T00:00:00.000Z', endedAt: '2026-01-01T00:00:03.000Z' },
    ...{ rule: null, display: null, output: '', answerId: 'a', decision: null, args: { command: 'sleep 9' } },
    result: {
      content: [{ type: 'text', text: 'aborted before it finished' }],
      ...{ display: null, isError: true, errorType: 'aborted', data: null },
    },
  };
  expect(paintCall(item, viewOf(80))).toEqual([
    '    ✗ Run     sleep 9                                        interrupted · 3.0 s',
  ]);
});
