import fc from 'fast-check';
import { beforeAll, expect, test } from 'vitest';
import type { CallItem, TranscriptItem } from '../../transcript/transcript.ts';
import { loadMarkdown } from '../markdown/load-markdown.ts';
import { createTheme } from '../theme/create-theme.ts';
import { gapBefore, paintItem, paintItems } from './paint-item.ts';
import type { View } from '../layout/view.ts';
import { widthOf } from '../layout/wrap.ts';

beforeAll(loadMarkdown);

const at = '2026-01-01T00:00:00.000Z';
const later = '2026-01-01T00:00:12.300Z';
const view: View = {
  width: 60,
  theme: createTheme('plain', { colours: 0 }),
  isScreenReader: false,
  workspace: '/w',
  isUnfolded: false,
  now: Date.parse('2026-01-01T00:00:20.000Z'),
};
const base = { id: '1', at, threadId: null };

function call(name: string, args: CallItem['args'], more: Partial<CallItem> = {}): CallItem {
  const none = { rule: null, display: null, result: null, output: '' };
  const times = { startedAt: at, endedAt: at };
  return {
    ...base,
    kind: 'call',
    callId: 'c',
    name,
    args,
    effect: 'read',
    status: 'finished',
    ...times,
    ...none,
    ...more,
  };
}

type Result = NonNullable<CallItem['result']>;

function result(text: string, more: Partial<Result> = {}): { readonly result: Result } {
  const none = { display: null, isError: false, errorType: null, data: null };
  return { result: { content: [{ type: 'text', text }], ...none, ...more } };
}

const rows = (count: number): string => Array.from({ length: count }, (_, row) => `row ${row + 1}`).join('\n');
const agent = (more: Partial<Extract<TranscriptItem, { kind: 'agent' }>>): TranscriptItem => ({
  ...{ ...base, kind: 'agent', messageId: 'm', text: '', thoughts: [], attached: [], isWhole: true },
  ...more,
});

test.each<[string, TranscriptItem, readonly string[]]>([
  [
    'a message of the user',
    {
      ...base,
      kind: 'person',
      messageId: 'm',
      content: [{ type: 'text', text: 'fix\u001B[2J it\nnow' }],
      isQueued: false,
    },
    ['❯ fix it', '  now'],
  ],
  ['an answer', agent({ text: 'It is **done**.' }), ['It is done.']],
  [
    'a thought',
    agent({ thoughts: [{ subject: null, text: '**Looking around**\n\nFirst I look.' }] }),
    ['∴ Thought: Looking around'],
  ],
  [
    'thoughts in progress',
    agent({ isWhole: false, thoughts: ['One', 'Two'].map((subject) => ({ subject, text: '' })) }),
    ['∴ Thinking: Two (2 thoughts)'],
  ],
  [
    'an answer with sources',
    agent({ text: 'So [1].', attached: [{ type: 'reference', uri: 'https://x.y/', name: 'X' }] }),
    ['So [1].', '', '[1] X (https://x.y/)'],
  ],
  [
    'a file that was read',
    call('read_file', { file_path: '/w/a.ts' }, result('x', { data: { lines: 3 } })),
    ['✓ Read a.ts · 3 lines'],
  ],
  [
    'a search',
    call('grep_search', { pattern: 'x', dir_path: 'src' }, result('…', { data: { matches: 1, files: 1 } })),
    ['✓ Search x in src · 1 match in 1 file'],
  ],
  [
    'a command that failed',
    call(
      'run_shell_command',
      { command: 'npm test' },
      {
        endedAt: later,
        ...result('x', { data: { exitCode: 2 }, display: { type: 'text', text: rows(12) } }),
      },
    ),
    [
      '! Run npm test · exit code 2 · 12 s',
      ...['  row 1', '  row 2', '  row 3', '  … 4 more rows'],
      ...[8, 9, 10, 11, 12].map((row) => `  row ${row}`),
    ],
  ],
  [
    'a command that runs',
    call(
      'run_shell_command',
      { command: 'npm test' },
      { status: 'running', endedAt: null, output: `${rows(20)}\n1%\r99%` },
    ),
    ['⠦ Run npm test · 20 s', ...[14, 15, 16, 17, 18, 19, 20].map((row) => `  row ${row}`), '  99%'],
  ],
  [
    'a call that needs approval',
    call('run_shell_command', { command: 'rm x' }, { status: 'awaiting', startedAt: null, endedAt: null }),
    ['? Run rm x · needs approval'],
  ],
  [
    'a call that was denied',
    call(
      'run_shell_command',
      { command: 'rm -rf /' },
      { status: 'denied', ...result('No.', { isError: true, errorType: 'policy_violation' }) },
    ),
    ['⊘ Run rm -rf / · policy violation', '  No.'],
  ],
  [
    'an edit',
    call(
      'replace',
      { file_path: 'a.ts' },
      result('', { display: { type: 'diff', path: 'a.ts', before: 'a\n', after: 'b\n' } }),
    ),
    ['✓ Edit a.ts · +1 -1', '  1 - a', '  1 + b'],
  ],
  [
    'a list of steps',
    call(
      'write_todos',
      {},
      result('', {
        display: {
          type: 'todos',
          items: [
            { text: 'a', status: 'done' },
            { text: 'b', status: 'active' },
          ],
        },
      }),
    ),
    ['✓ Update to-dos', '  ✓ a', '  ▸ b'],
  ],
  [
    'a plan',
    call('exit_plan_mode', { plan: '1. look\n2. **act**' }, result('ok')),
    ['✓ Propose a plan', '  1. look', '  2. act'],
  ],
  [
    'an unknown tool',
    call('github__get_issue', { id: 12 }, result(rows(6))),
    ['✓ Github: get issue 12', '  row 1', '  row 2', '  row 3', '  row 4', '  … 2 more rows'],
  ],
  [
    'a subagent',
    {
      ...base,
      kind: 'thread',
      threadId: 'explore',
      items: [call('glob', { pattern: '*' })],
      endedAt: later,
      reason: 'max_steps',
    },
    ['■ Subagent explore · 1 call · 12 s · stopped: limit of mode…'],
  ],
  [
    'an answer to a question',
    {
      ...{ ...base, kind: 'answer', by: 'web' },
      request: {
        kind: 'choice',
        inputId: 'i',
        title: 'Which?',
        options: [{ id: '1', label: 'This' }],
        multiple: false,
      },
      outcome: { kind: 'choice', optionIds: ['1'] },
    },
    ['↳ Which? This (web)'],
  ],
  [
    'an answer to a question that is longer than the row',
    {
      ...{ ...base, kind: 'answer', by: null },
      request: { kind: 'credential', inputId: 'i', service: 'x', title: 'Which key is to be used? '.repeat(4) },
      outcome: { kind: 'credential' },
    },
    ['↳ Which key is to be used? Which key is to be used?… entered'],
  ],
  ['a warning', { ...base, kind: 'notice', level: 'warning', code: 'X', text: 'careful' }, ['! careful']],
  [
    'an error',
    { ...base, kind: 'error', code: 'MODEL_QUOTA', message: 'used up', hint: 'wait', fatal: true },
    ['✗ used up (MODEL_QUOTA)', '→ wait'],
  ],
  [
    'a rewind',
    { ...base, kind: 'rewound', to: 3, isUndo: false },
    ['↺ Rewound. The messages after that point no longer count.'],
  ],
  ['a reverted rewind', { ...base, kind: 'rewound', to: 3, isUndo: true }, ['↺ Rewind reverted.']],
  [
    'a change of model and mode',
    { ...base, kind: 'changed', title: null, model: 'm2', mode: 'plan' },
    ['· model m2, mode plan: changes nothing'],
  ],
  [
    'a retracted answer',
    { ...base, kind: 'retracted', messageId: 'm', reason: 'cut off' },
    ['↺ Answer discarded: cut off'],
  ],
  [
    'a completed turn',
    {
      ...base,
      kind: 'ended',
      at: later,
      reason: 'completed',
      message: null,
      usage: { inputTokens: 1200, outputTokens: 30, cost: 0.01 },
      startedAt: at,
    },
    ['12 s · 1.2k in, 30 out, $0.010'],
  ],
  [
    'an aborted turn',
    { ...base, kind: 'ended', reason: 'aborted', message: null, usage: null, startedAt: null },
    ['Stopped'],
  ],
  [
    'a turn that reached a limit',
    {
      ...{ ...base, kind: 'ended', usage: null, startedAt: null },
      reason: 'max_steps',
      message: 'limit of 3 model calls reached (--max-turns)',
    },
    ['Stopped: limit of 3 model calls reached (--max-turns)'],
  ],
  ['a custom item', { ...base, kind: 'custom', name: 'x', data: { a: 1 } }, ['· x {"a":1}']],
])('%s', (_, item, expected) => {
  expect(paintItem(item, view)).toEqual(expected);
});

test('shows everything if unfolded', () => {
  const unfolded = { ...view, isUnfolded: true };
  const read = call('read_file', { file_path: 'a.ts' }, result(rows(50)));
  expect(paintItem(read, unfolded)).toHaveLength(51);
  const thread: TranscriptItem = { ...base, kind: 'thread', items: [read], endedAt: later, reason: null };
  expect(paintItem(thread, unfolded)).toHaveLength(52);
  const thinking = agent({ thoughts: [{ subject: 'One', text: 'a' }] });
  expect(paintItem(thinking, unfolded)).toEqual(['One', '│ a']);
});

test('uses words for a screen reader', () => {
  const heard = { ...view, isScreenReader: true };
  const failed = call(
    'read_file',
    { file_path: 'a' },
    { status: 'failed', ...result('gone', { isError: true, errorType: 'file_not_found' }) },
  );
  expect(paintItem(failed, heard)).toEqual(['Failed: Read a · file not found', '  gone']);
  expect(paintItem(agent({ text: 'hi' }), heard)).toEqual(['Agent:', 'hi']);
});

test('resets the colors of output at its end, and drops them in a theme without colors', () => {
  const shell = call(
    'run_shell_command',
    { command: 'x' },
    result('', { display: { type: 'text', text: '\u001B[31mred\nmore' } }),
  );
  expect(paintItem(shell, view)).toEqual(['✓ Run x', '  red', '  more']);
  const [, red, more] = paintItem(shell, { ...view, theme: createTheme('ansi', { colours: 4 }) });
  expect([red, more]).toEqual(['  \u001B[31mred\u001B[0m', '  \u001B[31mmore\u001B[0m']);
});

test('paints a finished item once per view, and a running one with every frame', () => {
  const over = call('glob', { pattern: 'x' });
  expect(paintItem(over, { ...view, now: 1 })).toBe(paintItem(over, { ...view, now: 2 }));
  expect(paintItem(over, { ...view, width: 9 })).toEqual(['✓ Find x']);
  const running = call('glob', { pattern: 'x' }, { status: 'running', endedAt: null });
  expect(paintItem(running, view)).not.toEqual(paintItem(running, { ...view, now: view.now + 1000 }));
});

test('paints only the visible rows of a very long result', () => {
  const long = call('other', {}, result('漢👩‍👩‍👧'.repeat(1_000_000)));
  const start = performance.now();
  expect(paintItem(long, view)).toHaveLength(6);
  expect(performance.now() - start).toBeLessThan(10_000);
});

test('puts no gap between calls, and a gap around messages', () => {
  expect(gapBefore(null, 'call')).toBe(0);
  expect(gapBefore('call', 'call')).toBe(0);
  expect(gapBefore('agent', 'call')).toBe(1);
  const items = [agent({ text: 'a' }), call('glob', { pattern: 'x' }), call('glob', { pattern: 'y' }), agent({})];
  expect(paintItems(items, view, 'person')).toEqual(['', 'a', '', '✓ Find x', '✓ Find y']);
});

const words = fc.constantFrom(
  'word ',
  '漢字',
  '\u001B[2J',
  '\u202E',
  '\n',
  '\t',
  'x'.repeat(50),
  '👩‍👩‍👧',
  '\r',
  '`',
  '**',
  '\u0007',
);
const text = fc.array(words, { maxLength: 20 }).map((parts) => parts.join(''));
const items: fc.Arbitrary<TranscriptItem> = fc.oneof(
  text.map((said): TranscriptItem => ({
    ...base,
    kind: 'person',
    messageId: 'm',
    content: [{ type: 'text', text: said }],
    isQueued: true,
  })),
  text.map((said) =>
    agent({
      text: said,
      thoughts: [{ subject: said, text: said }],
      attached: [{ type: 'reference', uri: said, name: said }],
    }),
  ),
  text.map((said) => call(said, { path: said }, { threadId: said, ...result(said) })),
  text.map((said) => call('run_shell_command', { command: said }, { endedAt: null, status: 'running', output: said })),
  text.map((said) => call('x', {}, { status: 'failed', ...result(said, { isError: true, errorType: said }) })),
  text.map((said): TranscriptItem => ({
    ...base,
    kind: 'thread',
    threadId: said,
    items: [],
    endedAt: null,
    reason: null,
  })),
  text.map((said): TranscriptItem => ({ ...base, kind: 'notice', level: 'info', code: said, text: said })),
  text.map((said): TranscriptItem => ({ ...base, kind: 'error', code: said, message: said, hint: said, fatal: false })),
  text.map((said): TranscriptItem => ({ ...base, kind: 'changed', title: said, model: said, mode: null })),
  text.map((said): TranscriptItem => ({
    ...base,
    kind: 'ended',
    reason: 'failed',
    message: said,
    usage: null,
    startedAt: null,
  })),
  text.map((said): TranscriptItem => ({ ...base, kind: 'custom', name: said, data: { said } })),
);
const SEQUENCES = /\u001B\[[\d;]*m|\u001B\]8;;[\u0021-\u007E]*\u0007/g;

test('no row is too wide or has a control character, for any input', () => {
  const views = fc.record({
    width: fc.integer({ min: 10, max: 90 }),
    isScreenReader: fc.boolean(),
    isUnfolded: fc.boolean(),
  });
  fc.assert(
    fc.property(items, views, (item, more) => {
      const theme = createTheme('dark', { colours: 24 });
      for (const row of paintItem(item, { ...view, theme, ...more })) {
        expect(widthOf(row)).toBeLessThanOrEqual(more.width);
        expect(row.replaceAll(SEQUENCES, '')).not.toMatch(/[\u0000-\u001F\u007F-\u009F\u202A-\u202E]/);
      }
    }),
    { numRuns: 2000 },
  );
});

test('names screen commands in hints, not command-line commands', () => {
  const error = { ...base, kind: 'error', code: 'MODEL_QUOTA', message: 'used up', fatal: true } as const;
  const shown = paintItem({ ...error, hint: 'wait, or choose another model; bowline models lists them' }, view);
  expect(shown.join(' ')).toMatch(/another model \(\/model\); +\/models lists/);
});
