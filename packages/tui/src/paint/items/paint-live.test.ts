import { expect, test } from 'vitest';
import { emptyTranscript } from '../../transcript/reduce-transcript.ts';
import { noTally } from '../../transcript/step-tally.ts';
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
const empty: Transcript = {
  ...emptyTranscript(),
  stream: { streamId: 's', startedAt: at, askedAt: at, tally: noTally },
};
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
  tookMs: null,
  isWhole: false,
  isFinal: false,
};
const running: TranscriptItem = {
  ...{ ...base, kind: 'call', callId: 'c', name: 'glob', args: { pattern: 'x' }, effect: 'read', status: 'running' },
  ...{ startedAt: at, endedAt: null, rule: null, display: null, result: null, output: '' },
  ...{ answerId: 'a', decision: null },
};

const retry: TranscriptItem = {
  ...{ ...base, kind: 'retry', code: 'MODEL_QUOTA', message: 'used up', count: 2, endedAt: null },
  ...{ model: null, status: null, attempts: null },
};

test.each<[string, Partial<Transcript>, readonly string[]]>([
  ['no turn', { stream: null }, []],
  ['work, which the dock shows', {}, []],
  ['an answer in progress', { live: [said] }, ['  It']],
  ['a running call', { live: [running] }, ['    ⠦ Find    x']],
  ['a retry that waits, which the dock shows', { live: [retry] }, []],
  ['a retry that is being answered', { live: [retry, said] }, ['  It']],
  ['steps, which a panel shows', { live: [running], todos: [{ text: 'b', status: 'active' }] }, ['    ⠦ Find    x']],
  [
    'a message sent during the turn',
    { live: [queued, running], queued: 1 },
    ['    ⠦ Find    x', '', '  1 message queued for the next step', '❯ and that'],
  ],
  [
    'a message before anything else',
    { live: [queued], queued: 1 },
    ['  1 message queued for the next step', '❯ and that'],
  ],
  ['a message that was received', { live: [queued], queued: 0 }, ['❯ and that', '  sent while the agent was working']],
])('%s', (_, transcript, expected) => {
  expect(paintLive({ ...empty, ...transcript }, view)).toEqual(expected);
});

test('has a blank row where what was printed before calls for one', () => {
  const transcript = { ...empty, live: [said] };
  expect(paintLive(transcript, view, { kind: 'person', endsInBlock: false })).toEqual(['', '  It']);
  expect(paintLive(transcript, view, { kind: 'call', endsInBlock: false })).toEqual(['  It']);
  const waiting = { ...empty, live: [queued], queued: 1 };
  expect(paintLive(waiting, view, { kind: 'call', endsInBlock: false })).toEqual([
    '',
    '  1 message queued for the next step',
    '❯ and that',
  ]);
});
