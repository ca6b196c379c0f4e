import { describe, expect, it } from 'vitest';
import { viewOf } from '../../../../../tests/tui/view-of.ts';
import { emptyTranscript } from '../../transcript/reduce-transcript.ts';
import { noTally } from '../../transcript/step-tally.ts';
import type { CallItem, Transcript, TranscriptItem } from '../../transcript/transcript.ts';
import { NO_WORDS, paintRule } from '../frame/paint-rule.ts';
import { createTheme } from '../theme/create-theme.ts';
import { describeActivity } from './describe-activity.ts';

const at = '2026-01-01T00:00:00.000Z';
/** Twelve seconds after the start. The spinner shows its third frame. */
const now = Date.parse(at) + 12_240;
const view = viewOf(80, { now });
const stream: NonNullable<Transcript['stream']> = {
  ...{ streamId: 's', startedAt: at, askedAt: at },
  tally: { ...noTally, outputTokens: 1200 },
};
const busy: Transcript = { ...emptyTranscript(), stream };
const base = { id: '1', at, threadId: null };

function call(name: string, args: CallItem['args']): CallItem {
  return {
    ...{ ...base, kind: 'call', callId: 'c', name, args, effect: 'execute', status: 'running', startedAt: at },
    ...{ endedAt: null, rule: null, display: null, result: null, output: '', answerId: 'a', decision: null },
  };
}

const tests = call('run_shell_command', { command: 'npm test -- parser' });
const answer = (text: string): TranscriptItem => ({
  ...{ ...base, kind: 'agent', messageId: 'm', text, thoughts: [], attached: [], tookMs: null },
  ...{ isWhole: false, isFinal: false },
});
const retry: TranscriptItem = {
  ...{ ...base, kind: 'retry', code: 'MODEL_UNAVAILABLE', message: 'The model is overloaded', count: 1, endedAt: null },
  ...{ model: 'gemini-2.5-pro', status: 503, attempts: 4 },
};
const steps: Transcript['todos'] = [
  { text: 'Read the parser', status: 'done' },
  { text: 'Fix the off-by-one error', status: 'active' },
  { text: 'Add a test for empty input', status: 'pending' },
  { text: 'Run all tests', status: 'pending' },
];

function ruleOf(transcript: Partial<Transcript>, width: number, heardAt = now): string {
  const words = describeActivity({ ...busy, ...transcript }, { ...view, width }, { heardAt });
  return paintRule('top', words, { width, style: (text) => text });
}

it('says nothing without a turn', () => {
  expect(describeActivity(emptyTranscript(), view, { heardAt: now })).toBe(NO_WORDS);
});

it('says no step below a panel', () => {
  const words = describeActivity({ ...busy, live: [tests], todos: steps }, view, { heardAt: now, hasPanel: true });
  expect(words.left[0]).toBe('⠹ Running npm test -- parser · 12 s · 1.2k tokens');
});

describe('the top rule', () => {
  it.each<[string, Partial<Transcript>, readonly [number, string]]>([
    [
      'a command and its step',
      { live: [tests], todos: steps },
      [
        120,
        '╭─ ⠹ Running npm test -- parser · 12 s · 1.2k tokens · step 2 of 4: Fix the off-by-one error ──────── Esc to interrupt ─',
      ],
    ],
    [
      'a command and a long step, whose end is given away before the keys',
      {
        live: [tests],
        todos: steps.with(1, { text: 'Fix the off-by-one error in the tokenizer loop', status: 'active' }),
      },
      [
        120,
        '╭─ ⠹ Running npm test -- parser · 12 s · 1.2k tokens · step 2 of 4: Fix the off-by-one error… ─────── Esc to interrupt ─',
      ],
    ],
    [
      'a command',
      { live: [tests], todos: steps },
      [80, '╭─ ⠹ Running npm test -- parser · 12 s · 1.2k tokens ──────── Esc to interrupt ─'],
    ],
    ['a command in a narrow window', { live: [tests], todos: steps }, [40, '╭─ ⠹ npm test -- parser · 12 s ─── Esc ─']],
    [
      'a short command in a narrow window',
      { live: [call('run_shell_command', { command: 'npm test' })] },
      [40, '╭─ ⠹ Running npm test · 12 s ───── Esc ─'],
    ],
    [
      'an edit',
      { live: [call('replace', { file_path: '/w/src/parse.ts' })] },
      [80, '╭─ ⠹ Editing src/parse.ts · 12 s · 1.2k tokens ────────────── Esc to interrupt ─'],
    ],
    [
      'a retry',
      { live: [retry], progress: { label: 'waiting', until: new Date(now + 8000).toISOString() } },
      [80, '╭─ ⠹ Retrying in 8 s (2 of 4) · overloaded (503) ──── Enter try now · Esc stop ─'],
    ],
    [
      'a retry in a narrow window',
      { live: [retry], progress: { label: 'waiting', until: new Date(now + 8000).toISOString() } },
      [40, '╭─ ⠹ Retrying in 8 s (2 of 4) ──── Esc ─'],
    ],
    ['work', {}, [60, '╭─ ⠹ Working · 12 s · 1.2k tokens ─────── Esc to interrupt ─']],
    ['thoughts', { live: [answer('')] }, [60, '╭─ ⠹ Thinking · 12 s · 1.2k tokens ────── Esc to interrupt ─']],
    ['an answer', { live: [answer('It')] }, [60, '╭─ ⠹ Answering · 12 s · 1.2k tokens ───── Esc to interrupt ─']],
    [
      'a wait with a name',
      { progress: { label: 'waiting for m', until: null } },
      [60, '╭─ ⠹ Waiting for m · 12 s · 1.2k tokens ─ Esc to interrupt ─'],
    ],
    [
      'messages that wait',
      { live: [tests], queued: 2 },
      [100, '╭─ ⠹ Running npm test -- parser · 12 s · 1.2k tokens · 2 messages queued ──────── Esc to interrupt ─'],
    ],
  ])('%s', (_, transcript, [width, expected]) => {
    expect(ruleOf(transcript, width)).toBe(expected);
  });

  it('names no tokens before the first, and no time spent on the user', () => {
    const idle = { ...stream, tally: noTally, waitedMs: 9000 };
    expect(ruleOf({ stream: idle }, 60)).toBe('╭─ ⠹ Working · 3 s ────────────────────── Esc to interrupt ─');
  });

  it('counts a wait down', () => {
    const progress = { label: 'waiting for m', until: new Date(now + 70_000).toISOString() };
    expect(ruleOf({ progress }, 80)).toContain('1 min 10 s');
  });

  it('says when nothing has arrived for a while, unless a command runs', () => {
    expect(ruleOf({}, 80, now - 14_999)).not.toContain('no data');
    expect(ruleOf({}, 80, now - 15_000)).toContain('⠹ Working · 12 s · no data for 15 s ·');
    expect(ruleOf({ live: [tests] }, 80, now - 60_000)).not.toContain('no data');
  });

  it.each([
    [80, '╭─ ⠹ Running for i in 1 2 3 4 5 6 7 8… · 12 s · 1.2k tokens ─ Esc to interrupt ─'],
    [60, '╭─ ⠹ Running for i in 1 2 3 4 5… · 12 s ─ Esc to interrupt ─'],
    [40, '╭─ ⠹ Running for i in 1… · 12 s ── Esc ─'],
  ])('cuts a long command at %i columns, and keeps the rest', (width, expected) => {
    const command = `for i in ${Array.from({ length: 99 }, (_, n) => n + 1).join(' ')}; do sleep 1; done`;
    expect(ruleOf({ live: [call('run_shell_command', { command })] }, width)).toBe(expected);
  });

  it('shows the sequences of a command, and does not execute them', () => {
    const live = [call('run_shell_command', { command: 'a\u001B[2J\nb\rc' })];
    expect(describeActivity({ ...busy, live }, view, { heardAt: now }).left[0]).toBe(
      '⠹ Running a␛[2J␤b␍c · 12 s · 1.2k tokens',
    );
  });

  it('has words for a screen reader, and what counts apart from them', () => {
    const heard = { ...view, isScreenReader: true };
    expect(describeActivity({ ...busy, live: [tests], queued: 2 }, heard, { heardAt: now })).toEqual({
      left: ['Running npm test -- parser'],
      right: [],
      hint: 'Press Escape to interrupt.',
      elapsed: '12 seconds',
      news: ['2 messages queued for the next step'],
    });
  });

  it('has the spinner in the color of the focus and details dim', () => {
    const theme = createTheme('dark', { colours: 24 });
    const { left, right } = describeActivity(busy, { ...view, theme }, { heardAt: now });
    expect(left[0]).toBe(`${theme.accent('⠹')} Working${theme.dim(' · 12 s')}${theme.dim(' · 1.2k tokens')}`);
    expect(right[0]).toBe(theme.dim('Esc to interrupt'));
  });
});
