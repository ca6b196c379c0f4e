import { expect, test } from 'vitest';
import { emptyTranscript } from '../../transcript/reduce-transcript.ts';
import type { Transcript, TranscriptItem } from '../../transcript/transcript.ts';
import { createTheme } from '../theme/create-theme.ts';
import { paintLive } from './paint-live.ts';
import type { View } from '../layout/view.ts';

const at = '2026-01-01T00:00:00.000Z';
const view: View = {
  width: 60,
  theme: createTheme('plain', { colours: 0 }),
  isScreenReader: false,
  workspace: '/w',
  isUnfolded: false,
  now: Date.parse(at) + 20_000,
};
const empty: Transcript = { ...emptyTranscript(), stream: { streamId: 's', startedAt: at } };
const base = { id: '1', at, threadId: null };
const queued: TranscriptItem = {
  ...base,
  kind: 'person',
  messageId: 'm',
  content: [{ type: 'text', text: 'and that' }],
  isQueued: true,
};
const said: TranscriptItem = {
  ...base,
  kind: 'agent',
  messageId: 'm',
  text: 'It',
  thoughts: [],
  attached: [],
  isWhole: false,
};
const running: TranscriptItem = {
  ...{ ...base, kind: 'call', callId: 'c', name: 'glob', args: { pattern: 'x' }, effect: 'read', status: 'running' },
  ...{ startedAt: at, endedAt: null, rule: null, display: null, result: null, output: '' },
};

test.each<[string, Partial<Transcript>, readonly string[]]>([
  ['no turn', { stream: null }, []],
  ['work', {}, ['⠦ Working · 20 s']],
  ['an answer in progress', { live: [said] }, ['It', '', '⠦ Working · 20 s']],
  ['a running call without a separate status row', { live: [running] }, ['⠦ Find x · 20 s']],
  [
    'a wait with a deadline',
    { progress: { label: 'waiting for m', until: '2026-01-01T00:01:30.000Z' } },
    ['⠦ Waiting for m · 1 min 10 s left'],
  ],
  [
    'a retry that waits',
    {
      live: [{ ...base, kind: 'retry', message: 'used up', count: 2, endedAt: null }],
      progress: { label: 'waiting for m', until: '2026-01-01T00:00:28.000Z' },
    },
    ['⠦ Retry 2 · used up · 8 s left'],
  ],
  [
    'a retry that is being answered',
    { live: [{ ...base, kind: 'retry', message: 'used up', count: 2, endedAt: null }, said] },
    ['It', '', '⠦ Working · 20 s'],
  ],
  [
    'steps',
    {
      live: [running],
      todos: [
        { text: 'a', status: 'done' },
        { text: 'b', status: 'active' },
      ],
    },
    ['⠦ Find x · 20 s', '', '1 of 2 done', '✓ a', '▸ b'],
  ],
  ['completed to-dos', { live: [running], todos: [{ text: 'a', status: 'done' }] }, ['⠦ Find x · 20 s']],
  [
    'a message sent during the turn',
    { live: [queued, running], queued: 1 },
    ['⠦ Find x · 20 s', '', '1 message queued for the next step', '❯ and that'],
  ],
])('%s', (_, transcript, expected) => {
  expect(paintLive({ ...empty, ...transcript }, view)).toEqual(expected);
});

test('shows a long to-do list from the item before the active one', () => {
  const todos = Array.from({ length: 20 }, (_, step) => ({
    text: `step ${step}`,
    status: step < 10 ? ('done' as const) : ('pending' as const),
  }));
  expect(paintLive({ ...empty, live: [running], todos }, view).slice(2)).toEqual([
    '10 of 20 done, 14 not shown',
    '✓ step 9',
    ...[10, 11, 12, 13, 14].map((step) => `○ step ${step}`),
  ]);
});

test('changes nothing over time for a screen reader', () => {
  const heard = { ...view, isScreenReader: true };
  expect(paintLive(empty, heard)).toEqual(paintLive(empty, { ...heard, now: heard.now + 5000 }));
});
