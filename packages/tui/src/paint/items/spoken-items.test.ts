import { beforeAll, expect, test } from 'vitest';
import { noTally } from '../../transcript/step-tally.ts';
import type { CallItem, TranscriptItem } from '../../transcript/transcript.ts';
import { viewOf } from '../../../../../tests/tui/view-of.ts';
import { loadMarkdown } from '../markdown/load-markdown.ts';
import { paintItem } from './paint-item.ts';

beforeAll(loadMarkdown);

const at = '2026-01-01T00:00:00.000Z';
const base = { id: '1', at, threadId: null };
const heard = viewOf(100, { isScreenReader: true });
const ended = { ...base, kind: 'ended', reason: 'completed', message: null, usage: null, tally: null } as const;
const call: CallItem = {
  ...{ ...base, kind: 'call', callId: 'c', name: 'run_shell_command', args: { command: 'npm test' } },
  ...{ effect: 'execute', status: 'finished', startedAt: at, endedAt: '2026-01-01T00:00:02.400Z', rule: null },
  ...{ display: null, output: '', answerId: 'a', decision: null },
  result: {
    content: [{ type: 'text', text: '28 passed' }],
    display: null,
    isError: false,
    errorType: null,
    data: null,
  },
};
const decided = { kind: 'confirmation', digest: 'd' } as const;
const result = (more: Partial<NonNullable<CallItem['result']>>) => {
  const none = { content: [], display: null, isError: false, errorType: null, data: null };
  return { result: { ...none, ...more } };
};

test.each<[string, TranscriptItem, readonly string[]]>([
  [
    'a message of the user',
    { ...base, kind: 'person', messageId: 'm', content: [{ type: 'text', text: 'fix it' }], isQueued: false },
    ['You: fix it'],
  ],
  [
    'an answer with a thought',
    {
      ...{ ...base, kind: 'agent', messageId: 'm', text: 'Done.', attached: [], tookMs: 4000, isWhole: true },
      ...{ isFinal: true, thoughts: [{ subject: 'The loop', text: 'may end late' }] },
    },
    ['Thought 4 seconds: The loop', 'Agent: Done.'],
  ],
  ['a call', call, ['Run npm test, done, 28 passed, 2.4 seconds']],
  [
    'a command that failed',
    { ...call, ...result({ content: [{ type: 'text', text: '2 of 28 failed' }], data: { exitCode: 1 } }) },
    ['Run npm test, failed, exit 1, 2.4 seconds', '  2 of 28 failed'],
  ],
  [
    'an approved change',
    {
      ...{ ...call, name: 'replace', args: { file_path: 'a.ts' }, endedAt: at },
      ...result({ display: { type: 'diff', path: 'a.ts', before: 'a\n', after: 'b\n' } }),
      decision: { ...decided, outcome: 'once' },
    },
    ['Edit a.ts, done, 1 line added, 1 removed, allowed'],
  ],
  [
    'an interrupted call',
    { ...call, status: 'interrupted', ...result({ isError: true, errorType: 'aborted' }) },
    ['Run npm test, interrupted, 2.4 seconds'],
  ],
  [
    'a denied call',
    {
      ...call,
      status: 'denied',
      ...result({ isError: true }),
      decision: { ...decided, outcome: 'denied', reason: 'no' },
    },
    ['Run npm test, denied: no'],
  ],
  [
    'the end of a turn',
    {
      ...{ ...ended, at: '2026-01-01T00:00:14.000Z', startedAt: at },
      ...{ tally: { ...noTally, calls: 4, cost: 0.021 }, context: { tokens: 12_000, window: 100_000 } },
    },
    ['Turn finished: 14 seconds, 4 calls, 2 cents. Context 12 percent.'],
  ],
  // It is the sign that the agent is done.
  ['the end of a brief turn', { ...ended, startedAt: at }, ['Turn finished: less than 1 second.']],
  [
    'retries',
    {
      ...base,
      kind: 'retry',
      ...{ code: 'MODEL_UNAVAILABLE', model: 'pro', status: 503, attempts: 4, message: 'overloaded' },
      count: 3,
      endedAt: '2026-01-01T00:00:21.000Z',
    },
    ['Warning: pro was overloaded; retried 3 times (21 seconds)'],
  ],
  ['a mode', { ...base, kind: 'changed', title: null, model: null, mode: 'plan' }, ['Mode: plan']],
])('says %s in words', (_name, item, rows) => {
  expect(paintItem(item, heard)).toEqual(rows);
});
