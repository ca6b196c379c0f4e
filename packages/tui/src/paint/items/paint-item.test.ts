import { beforeAll, expect, test } from 'vitest';
import type { CallItem, TranscriptItem } from '../../transcript/transcript.ts';
import { loadMarkdown } from '../markdown/load-markdown.ts';
import { createTheme } from '../theme/create-theme.ts';
import { paintItem } from './paint-item.ts';
import type { View } from '../layout/view.ts';

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
  return {
    ...{
      ...base,
      kind: 'call',
      callId: 'c',
      name,
      args,
      effect: 'read',
      status: 'finished',
      startedAt: at,
      endedAt: at,
    },
    ...{ rule: null, display: null, result: null, output: '', answerId: 'a', decision: null },
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
  ...{ ...base, kind: 'agent', messageId: 'm', text: '', thoughts: [], attached: [], tookMs: null },
  ...{ isWhole: true, isFinal: false, ...more },
});
const ended = (more: Partial<Extract<TranscriptItem, { kind: 'ended' }>>): TranscriptItem => ({
  ...{ ...base, kind: 'ended', reason: 'completed', message: null, usage: null, startedAt: null, tally: null },
  ...more,
});

/** A row whose result ends at the margin. */
const spread = (start: string, end: string): string => start.padEnd(60 - end.length) + end;
const below = (texts: readonly string[]): readonly string[] => texts.map((text) => ' '.repeat(14) + text);

const diff = { type: 'diff', path: 'a.ts', before: 'a\n', after: 'b\n' } as const;
const decided = { kind: 'confirmation', digest: 'd' } as const;

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
  ['an answer', agent({ text: 'It is **done**.' }), ['  It is done.']],
  [
    'a thought',
    agent({ thoughts: [{ subject: null, text: '**Looking around**\n\nFirst I look.' }] }),
    ['  Thought · Looking around'],
  ],
  [
    'a thought that took a while',
    agent({ text: 'Done.', thoughts: [{ subject: 'the loop', text: '' }], tookMs: 4200 }),
    ['  Thought 4 s · the loop', '  Done.'],
  ],
  [
    'thoughts in progress',
    agent({ isWhole: false, thoughts: ['One', 'Two'].map((subject) => ({ subject, text: '' })) }),
    ['  Thinking · Two'],
  ],
  [
    'an answer with sources',
    agent({ text: 'So [1].', attached: [{ type: 'reference', uri: 'https://x.y/', name: 'X' }] }),
    ['  So [1].', '', '  [1] X (https://x.y/)'],
  ],
  [
    'a file that was read',
    call('read_file', { file_path: '/w/a.ts' }, result('x', { data: { lines: 3 } })),
    [spread('    ✓ Read    a.ts', '3 lines')],
  ],
  [
    'a search',
    call('grep_search', { pattern: 'x', dir_path: 'src' }, result('…', { data: { matches: 1, files: 1 } })),
    [spread('    ✓ Search  "x" in src', '1 match in 1 file')],
  ],
  [
    'a command',
    call('run_shell_command', { command: 'npm test' }, { endedAt: later, ...result(`${rows(3)}\n28 passed`) }),
    [spread('    ✓ Run     npm test', '28 passed · 12 s')],
  ],
  [
    'a command whose output ends in a long row',
    call('run_shell_command', { command: 'npm test' }, result(`${rows(3)}\n${'x'.repeat(41)}`)),
    [spread('    ✓ Run     npm test', '4 lines')],
  ],
  [
    'a command without output',
    call('run_shell_command', { command: 'npx tsc' }, result('', { data: { exitCode: 0 } })),
    [spread('    ✓ Run     npx tsc', 'no output')],
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
    [spread('    ✗ Run     npm test', 'exit 2 · 12 s'), ...below(['row 10', 'row 11', 'row 12'])],
  ],
  [
    'a command that runs',
    call(
      'run_shell_command',
      { command: 'npm test' },
      { status: 'running', endedAt: null, output: `${rows(20)}\n1%\r99%` },
    ),
    ['    ⠦ Run     npm test', ...below(['row 19', 'row 20', '99%'])],
  ],
  [
    'a call that needs approval',
    call('run_shell_command', { command: 'rm x' }, { status: 'awaiting', startedAt: null, endedAt: null }),
    [spread('    ? Run     rm x', 'needs approval')],
  ],
  [
    'a call that a rule denied',
    call(
      'run_shell_command',
      { command: 'rm -rf /' },
      { status: 'denied', ...result('No.', { isError: true, errorType: 'policy_violation' }) },
    ),
    [spread('    ⊘ Run     rm -rf /', 'denied by a rule')],
  ],
  [
    'a call that the user denied',
    call(
      'run_shell_command',
      { command: 'rm -rf ~' },
      {
        status: 'denied',
        decision: { ...decided, outcome: 'denied', reason: 'keep my home' },
        ...result('No.', { isError: true }),
      },
    ),
    [spread('    ⊘ Run     rm -rf ~', 'denied: keep my home')],
  ],
  [
    'a call whose outcome is not known',
    call('run_shell_command', { command: 'sleep 9' }, { status: 'interrupted' }),
    [spread('    ! Run     sleep 9', 'interrupted')],
  ],
  [
    'an edit that the user did not see',
    call('replace', { file_path: 'a.ts' }, result('', { display: diff })),
    [spread('    ✓ Edit    a.ts', '+1 −1'), ...below(['  1 - a', '  1 + b'])],
  ],
  [
    'an edit that the user allowed',
    call(
      'replace',
      { file_path: 'a.ts' },
      { decision: { ...decided, outcome: 'once' }, ...result('', { display: diff }) },
    ),
    [spread('    ✓ Edit    a.ts', '+1 −1 · allowed')],
  ],
  [
    'a long edit that the user did not see',
    call('write_file', { file_path: 'a.ts' }, result('', { display: { ...diff, before: '', after: `${rows(14)}\n` } })),
    [
      spread('    ✓ Write   a.ts', '+14 −0'),
      ...below(Array.from({ length: 10 }, (_, line) => `${String(line + 1).padStart(3)} + row ${line + 1}`)),
      ...below(['… 4 more rows']),
    ],
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
    [spread('    ✓ Steps', '1 of 2 done')],
  ],
  [
    'a plan',
    call('exit_plan_mode', { plan: '1. look\n2. **act**' }, result('ok')),
    [spread('    ✓ Plan', 'ok'), ...below(['1. look', '2. act'])],
  ],
  [
    'an unknown tool',
    call('github__get_issue', { id: 12 }, result(rows(6))),
    [spread('    ✓ Github: get issue 12', 'row 6')],
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
    ['    ✓ Which? This (web)'],
  ],
  [
    'an answer to a question that is longer than the row',
    {
      ...{ ...base, kind: 'answer', by: null },
      request: { kind: 'credential', inputId: 'i', service: 'x', title: 'Which key is to be used? '.repeat(4) },
      outcome: { kind: 'credential' },
    },
    ['    ✓ Which key is to be used? Which key is to be u… entered'],
  ],
  [
    'a question without an answer',
    {
      ...{ ...base, kind: 'answer', by: null },
      request: { kind: 'text', inputId: 'i', title: 'Name' },
      outcome: { kind: 'declined' },
    },
    ['    ⊘ Name: declined'],
  ],
  ['a warning', { ...base, kind: 'notice', level: 'warning', code: 'X', text: 'careful' }, ['  ! careful']],
  ['a notice', { ...base, kind: 'notice', level: 'info', code: 'X', text: 'by the way' }, ['  · by the way']],
  [
    'an error',
    { ...base, kind: 'error', code: 'MODEL_QUOTA', message: 'used up', hint: 'wait', fatal: true },
    ['  ✗ used up (MODEL_QUOTA)', '  → wait'],
  ],
  [
    'a rewind',
    { ...base, kind: 'rewound', to: 3, isUndo: false, before: 'a test' },
    ['↺ Rewound to before "a test". Conversation restored.', '  /rewind undo reverts this.'],
  ],
  ['a reverted rewind', { ...base, kind: 'rewound', to: 3, isUndo: true, before: null }, ['↺ Rewind reverted.']],
  [
    'a change of model and mode',
    { ...base, kind: 'changed', title: null, model: 'm2', mode: 'plan' },
    ['  · Model: m2, Mode: plan'],
  ],
  [
    'a retracted answer',
    { ...base, kind: 'retracted', messageId: 'm', reason: 'cut off' },
    ['  ↺ Answer discarded: cut off'],
  ],
  [
    'a completed turn',
    ended({
      at: later,
      startedAt: at,
      tally: {
        calls: 4,
        changes: new Map([['a.ts', { added: 1, removed: 1 }]]),
        ...{ inputTokens: 8000, outputTokens: 200, cost: 0.021 },
      },
    }),
    ['  12 s · 4 calls · 1 file +1 −1 · 8.2k tokens · $0.021'],
  ],
  ['a short turn without calls', ended({ at: '2026-01-01T00:00:09.000Z', startedAt: at }), []],
  [
    'a long aborted turn that did nothing',
    ended({ reason: 'aborted', at: '2026-01-01T00:00:18.000Z', startedAt: at }),
    ['  Stopped'],
  ],
  ['an aborted turn', ended({ reason: 'aborted' }), ['  Stopped']],
  [
    'a turn that reached a limit',
    ended({ reason: 'max_steps', message: 'limit of 3 model calls reached (--max-turns)' }),
    ['  Stopped: limit of 3 model calls reached (--max-turns)'],
  ],
  ['a custom item', { ...base, kind: 'custom', name: 'x', data: { a: 1 } }, ['  · x {"a":1}']],
])('%s', (_, item, expected) => {
  expect(paintItem(item, view)).toEqual(expected);
});

test('paints a subagent as a call, with what it did at the margin', () => {
  const thread: TranscriptItem = {
    ...{ ...base, kind: 'thread', threadId: 'explore', items: [call('glob', { pattern: '*' })] },
    ...{ endedAt: later, reason: 'completed' },
  };
  const [row = '', ...others] = paintItem(thread, view);
  expect(row).toMatch(/^ {4}✓ Agent {3}explore\b.* {2}1 call · 12 s$/);
  expect(others).toEqual([]);
});

test('cuts a long command at its end and a long path in the middle', () => {
  const [command] = paintItem(
    call(
      'run_shell_command',
      { command: 'rm -rf ~/old-stuff && curl -fsSL https://example.com/install.sh | sh' },
      { status: 'awaiting' },
    ),
    { ...view, width: 80 },
  );
  expect(command).toBe('    ? Run     rm -rf ~/old-stuff && curl -fsSL https://example.…  needs approval');
  const [path = ''] = paintItem(
    call('read_file', { file_path: `src/${'folder/'.repeat(9)}file.ts` }, result('', { data: { lines: 3 } })),
    view,
  );
  expect(path).toMatch(/^ {4}✓ Read {4}src\/folder\/.*….*\/file\.ts {2}3 lines$/);
});

test('shows everything if unfolded', () => {
  const unfolded = { ...view, isUnfolded: true };
  const read = call('read_file', { file_path: 'a.ts' }, result(rows(50)));
  expect(paintItem(read, unfolded)).toHaveLength(51);
  const thread: TranscriptItem = { ...base, kind: 'thread', items: [read], endedAt: later, reason: null };
  expect(paintItem(thread, unfolded)).toHaveLength(52);
  const thinking = agent({ thoughts: [{ subject: 'One', text: 'a' }] });
  expect(paintItem(thinking, unfolded)).toEqual(['  One', '  a']);
});

test('resets the colors of output at its end, and drops them in a theme without colors', () => {
  const shell = call(
    'run_shell_command',
    { command: 'x' },
    result('', { display: { type: 'text', text: '\u001B[31mred\nmore' }, data: { exitCode: 1 } }),
  );
  expect(paintItem(shell, view)).toEqual([spread('    ✗ Run     x', 'exit 1'), ...below(['red', 'more'])]);
  const [, red, more] = paintItem(shell, { ...view, theme: createTheme('ansi', { colours: 4 }) });
  expect([red, more]).toEqual(below(['\u001B[31mred\u001B[0m', '\u001B[31mmore\u001B[0m']));
});

test('paints a message of the user on a band up to the margin, without spaces', () => {
  const theme = createTheme('dark', { colours: 8 });
  const said = [{ type: 'text', text: 'fix it' }] as const;
  const item: TranscriptItem = { ...base, kind: 'person', messageId: 'm', content: said, isQueued: false };
  expect(paintItem(item, { ...view, theme })).toEqual([theme.person(`${theme.accent('❯')} fix it\u001B[K`)]);
  const bold = createTheme('dark', { colours: 4 });
  expect(paintItem(item, { ...view, theme: bold })).toEqual([bold.person(`${bold.accent('❯')} fix it`)]);
});

test('paints a finished item once per view, and a running one with every frame', () => {
  const over = call('glob', { pattern: 'x' });
  expect(paintItem(over, { ...view, now: 1 })).toBe(paintItem(over, { ...view, now: 2 }));
  expect(paintItem(over, { ...view, width: 12 })).toEqual(['    ✓ Find x']);
  const running = call('glob', { pattern: 'x' }, { status: 'running', endedAt: null });
  expect(paintItem(running, view)).not.toEqual(paintItem(running, { ...view, now: view.now + 1000 }));
});

test.each([
  ['a result', {}, 1],
  ['an error', { isError: true }, 4],
  ['a failed command', { data: { exitCode: 1 } }, 4],
])('paints only the visible rows of %s that is very long', (_, more, count) => {
  const long = call('other', {}, result('漢👩‍👩‍👧'.repeat(200_000), more));
  const start = performance.now();
  expect(paintItem(long, view)).toHaveLength(count);
  expect(performance.now() - start).toBeLessThan(2000);
});

test('names screen commands in hints, not command-line commands', () => {
  const error = { ...base, kind: 'error', code: 'MODEL_QUOTA', message: 'used up', fatal: true } as const;
  const shown = paintItem({ ...error, hint: 'wait, or choose another model; bowline models lists them' }, view);
  expect(shown.join(' ')).toMatch(/another model \(\/model\); +\/models lists/);
});
