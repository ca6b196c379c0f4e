import { beforeAll, describe, expect, it, test } from 'vitest';
import { viewOf } from '../../../../../tests/tui/view-of.ts';
import type { CallItem, TranscriptItem } from '../../transcript/transcript.ts';
import { loadMarkdown } from '../markdown/load-markdown.ts';
import { hasGap, paintItems, toRuns, trailOf, type Trail } from './paint-items.ts';

beforeAll(loadMarkdown);

const at = '2026-01-01T00:00:00.000Z';
const after = (seconds: number): string => new Date(Date.parse(at) + seconds * 1000).toISOString();
/** The spinner shows its third frame. */
const now = Date.parse(at) + 12_240;
const view = viewOf(80, { now });
const base = { id: '1', at, threadId: null };

type Result = NonNullable<CallItem['result']>;

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
    ...{ rule: null, display: null, result: result({}), output: '', answerId: 'a', decision: null },
    ...more,
  };
}

function result(more: Partial<Result>): Result {
  return { content: [], display: null, isError: false, errorType: null, data: null, ...more };
}

const read = (path: string, lines: number, more: Partial<CallItem> = {}): CallItem =>
  call('read_file', { file_path: path }, { result: result({ data: { lines } }), ...more });
const find = (pattern: string, more: Partial<CallItem> = {}): CallItem => call('glob', { pattern }, more);
const person = (text: string): TranscriptItem => ({
  ...{ ...base, kind: 'person', messageId: 'm', content: [{ type: 'text', text }], isQueued: false },
});
const agent = (text: string, more: Partial<Extract<TranscriptItem, { kind: 'agent' }>> = {}): TranscriptItem => ({
  ...{ ...base, kind: 'agent', messageId: 'm', text, thoughts: [], attached: [], tookMs: null, isWhole: true },
  ...{ isFinal: false, ...more },
});

function run(command: string, output: string, [exitCode, seconds]: readonly [number, number] = [0, 0]): CallItem {
  const ran = result({ display: { type: 'text', text: output }, data: { exitCode } });
  return call('run_shell_command', { command }, { endedAt: after(seconds), result: ran });
}

const edit = call(
  'replace',
  { file_path: '/w/src/parse.ts' },
  {
    result: result({ display: { type: 'diff', path: 'src/parse.ts', before: 'a\n', after: 'b\n' } }),
    decision: { kind: 'confirmation', digest: 'd', outcome: 'once' },
  },
);
const ended: TranscriptItem = {
  ...{ ...base, kind: 'ended', at: after(14), reason: 'completed', message: null, usage: null, startedAt: at },
  tally: {
    calls: 4,
    changes: new Map([['src/parse.ts', { added: 1, removed: 1 }]]),
    ...{ inputTokens: 8000, outputTokens: 200, cost: 0.021 },
  },
};

interface ChatWords {
  readonly thought: string;
  readonly first: string;
  readonly command: string;
  readonly failure: string;
  readonly second: string;
}

function step({ thought, first, command, failure, second }: ChatWords): readonly TranscriptItem[] {
  return [
    person('The parser tests fail since yesterday. Find out why and fix it.'),
    agent(first, { thoughts: [{ subject: thought, text: '' }], tookMs: 4000 }),
    ...[read('/w/src/parse.ts', 200), read('/w/src/print.ts', 100), read('/w/src/index.ts', 14)],
    run(command, failure, [1, 2.4]),
    agent(second),
  ];
}

const words: ChatWords = {
  thought: 'the loop in tokenize may run one past the end',
  first: "I'll read the parser and run its tests.",
  command: 'npm test -- parser',
  failure: '2 of 28 failed: tokenize › empty input, tokenize › trailing space',
  second: 'The loop ends one step late, so text[i] is undefined on the last pass.',
};
const brief: ChatWords = {
  thought: 'the loop in tokenize',
  first: "I'll read the parser first.",
  command: 'npm test',
  failure: '2 of 28 failed: empty input',
  second: 'The loop ends one step late.',
};

function chat(said: ChatWords, answer: string): readonly TranscriptItem[] {
  return [...step(said), edit, run(said.command, 'ok\n28 passed', [0, 2.1]), agent(answer, { isFinal: true }), ended];
}

const answer =
  'Fixed: tokenize compared with <= and read one character past the end.  \nAll 28 parser tests pass. I would also add a test for trailing spaces.';

it.each([120, 80, 40])(
  'paints six steps, each of a thought, a text and two calls, on 24 rows at %i columns',
  (width) => {
    const six = Array.from({ length: 6 }, (_, n): readonly TranscriptItem[] => [
      agent(`Step ${n + 1} looks and runs.`, { thoughts: [{ subject: 'look first', text: '' }], tookMs: 2000 }),
      ...[read('/w/src/parse.ts', 200), read('/w/src/print.ts', 100)],
      run('npm test', 'ok', [0, 2]),
    ]);
    const rows = paintItems(six.flat(), { ...view, width }, null);
    expect(rows).toHaveLength(24);
    expect(rows).not.toContain('');
  },
);

describe('a chat', () => {
  it('at 120 columns', () => {
    expect(paintItems(chat(words, answer), { ...view, width: 120 }, null)).toEqual([
      '❯ The parser tests fail since yesterday. Find out why and fix it.',
      '',
      '  Thought 4 s · the loop in tokenize may run one past the end',
      "  I'll read the parser and run its tests.",
      '    ✓ Read    src/parse.ts, src/print.ts, src/index.ts                                     314 lines',
      '    ✗ Run     npm test -- parser                                                      exit 1 · 2.4 s',
      '              2 of 28 failed: tokenize › empty input, tokenize › trailing space',
      '  The loop ends one step late, so text[i] is undefined on the last pass.',
      '    ✓ Edit    src/parse.ts                                                           +1 −1 · allowed',
      '    ✓ Run     npm test -- parser                                                   28 passed · 2.1 s',
      '',
      '  Fixed: tokenize compared with <= and read one character past the end.',
      '  All 28 parser tests pass. I would also add a test for trailing spaces.',
      '  14 s · 4 calls · 1 file +1 −1 · 8.2k tokens · $0.021 · Ctrl-O expand',
    ]);
  });

  it('at 80 columns', () => {
    expect(paintItems(chat(words, answer), view, null)).toEqual([
      '❯ The parser tests fail since yesterday. Find out why and fix it.',
      '',
      '  Thought 4 s · the loop in tokenize may run one past the end',
      "  I'll read the parser and run its tests.",
      '    ✓ Read    src/parse.ts, src/print.ts, src/index.ts                 314 lines',
      '    ✗ Run     npm test -- parser                                  exit 1 · 2.4 s',
      '              2 of 28 failed: tokenize › empty input, tokenize › trailing space',
      '  The loop ends one step late, so text[i] is undefined on the last pass.',
      '    ✓ Edit    src/parse.ts                                       +1 −1 · allowed',
      '    ✓ Run     npm test -- parser                               28 passed · 2.1 s',
      '',
      '  Fixed: tokenize compared with <= and read one character past the end.',
      '  All 28 parser tests pass. I would also add a test for trailing spaces.',
      '  14 s · 4 calls · 1 file +1 −1 · 8.2k tokens · $0.021',
    ]);
  });

  it('at 40 columns', () => {
    const short = 'Fixed. tokenize read past the  \nend; all 28 parser tests pass.';
    expect(paintItems(chat(brief, short), { ...view, width: 40 }, null)).toEqual([
      '❯ The parser tests fail since yesterday.',
      '  Find out why and fix it.',
      '',
      '  Thought 4 s · the loop in tokenize',
      "  I'll read the parser first.",
      '    ✓ Read 3 files             314 lines',
      '    ✗ Run npm test        exit 1 · 2.4 s',
      '      2 of 28 failed: empty input',
      '  The loop ends one step late.',
      '    ✓ Edit src/parse.ts  +1 −1 · allowed',
      '    ✓ Run npm test     28 passed · 2.1 s',
      '',
      '  Fixed. tokenize read past the',
      '  end; all 28 parser tests pass.',
      '  14 s · 4 calls · +1 −1 · $0.021',
    ]);
  });

  it('while a command runs', () => {
    const output = 'x\ny\n✓ tokenize › empty input\n✓ print › tables\n';
    const running = call(
      'run_shell_command',
      { command: words.command },
      { status: 'running', endedAt: null, result: null, output },
    );
    expect(paintItems([running], view, trailOf(agent('x')))).toEqual([
      '    ⠹ Run     npm test -- parser',
      '              y',
      '              ✓ tokenize › empty input',
      '              ✓ print › tables',
    ]);
  });
});

test('an answer with a table, code and a diff', () => {
  const change = {
    before: 'export function parse(text: string): Tree {\n',
    after: 'export function parseText(text: string): Tree {\n',
  };
  const diff = {
    type: 'diff',
    path: 'src/parse.ts',
    before: `${'\n'.repeat(11)}${change.before}`,
    after: `${'\n'.repeat(11)}${change.after}`,
  } as const;
  const said = [
    ...['parseText is used in three files:', '', '| File | Uses it for | Calls |', '|---|---|--:|'],
    ...['| src/print.ts | printing a tree back to text | 14 |'],
    ...['| src/format.ts | the formatter; wide 表の幅 stays aligned | 7 |'],
    ...['| src/index.ts | the public export | 2 |', '', '```', "import { parseText } from './parse';"],
    ...['export const parse = parseText; // deprecated, kept for one release', '```'],
  ].join('\n');
  const items = [
    call(
      'grep_search',
      { pattern: 'parse(', dir_path: 'src' },
      { result: result({ data: { matches: 23, files: 3 } }) },
    ),
    call('replace', { file_path: 'src/parse.ts' }, { result: result({ display: diff }) }),
    call('run_shell_command', { command: 'npx tsc --noEmit' }, { endedAt: after(3.2) }),
    agent(said, { isFinal: true }),
    ended,
  ];
  const rows = paintItems(items, view, trailOf(agent("I'll find the callers, then rename.")));
  expect(rows[0]).toBe('    ✓ Search  "parse(" in src                              23 matches in 3 files');
  expect(rows[1]).toBe('    ✓ Edit    src/parse.ts                                                 +1 −1');
  expect(rows).toContain('               12 - export function parse(text: string): Tree {');
  expect(rows).toContain('               12 + export function parseText(text: string): Tree {');
  expect(rows.slice(rows.findIndex((row) => row.includes(' Run ')))).toEqual([
    '    ✓ Run     npx tsc --noEmit                                 no output · 3.2 s',
    '',
    '  parseText is used in three files:',
    '',
    '  File            Uses it for                                Calls',
    '  ────────────────────────────────────────────────────────────────',
    '  src/print.ts    printing a tree back to text                  14',
    '  src/format.ts   the formatter; wide 表の幅 stays aligned       7',
    '  src/index.ts    the public export                              2',
    '',
    "    import { parseText } from './parse';",
    '    export const parse = parseText; // deprecated, kept for one release',
    '',
    '  14 s · 4 calls · 1 file +1 −1 · 8.2k tokens · $0.021',
  ]);
});

describe('looks of one answer', () => {
  const folded = [read('a', 1), read('b', 2)];

  it('share a row', () => {
    expect(toRuns([...folded, find('x')])).toEqual([folded, [find('x')]]);
    expect(paintItems(folded, view, null)).toEqual([`${'    ✓ Read    a, b'.padEnd(73)}3 lines`]);
  });

  it.each<[string, CallItem]>([
    ['of another answer', read('c', 3, { answerId: 'other' })],
    ['of another tool', find('x')],
    ['of a subagent', read('c', 3, { threadId: 't' })],
    ['that failed', read('c', 3, { status: 'failed' })],
    ['that still runs', read('c', 3, { status: 'running' })],
    [
      'that the user was asked about',
      read('c', 3, { decision: { kind: 'confirmation', digest: 'd', outcome: 'once' } }),
    ],
  ])('stay apart from one %s', (_, other) => {
    expect(toRuns([...folded, other])).toEqual([folded, [other]]);
  });

  it('stay apart if something is between them', () => {
    const [one, two] = folded;
    const items = [one, agent('x'), two].filter((each) => each !== undefined);
    expect(toRuns(items).map(({ length }) => length)).toEqual([1, 1, 1]);
  });

  it('do not include commands and edits', () => {
    expect(toRuns([run('a', ''), run('b', ''), edit, edit]).map(({ length }) => length)).toEqual([1, 1, 1, 1]);
  });

  it('have a row each if unfolded, and for a screen reader', () => {
    expect(paintItems(folded, { ...view, isUnfolded: true }, null)).toHaveLength(2);
    expect(paintItems(folded, { ...view, isScreenReader: true }, null)).toEqual([
      'Read a, done, 1 line',
      'Read b, done, 2 lines',
    ]);
  });
});

describe('a blank row', () => {
  const trail = (kind: Trail['kind'], endsInBlock = false): Trail => ({ kind, endsInBlock });
  const LIST = '- a\n- b';

  it.each<[string, Trail | null, TranscriptItem]>([
    ['calls and the final answer', trail('call'), agent('x', { isFinal: true })],
    ['a call and a message of the user', trail('call'), person('x')],
    ['a message of the user and the agent', trail('person'), agent('x')],
    ['printed text and the agent', trail('text'), agent('x')],
    ['a list and calls', trail('agent', true), edit],
    ['calls and a list', trail('call'), agent(LIST)],
    ['the totals and what follows', trail('ended'), agent('x')],
  ])('is between %s', (_, before, item) => {
    expect(hasGap(before, item)).toBe(true);
  });

  it.each<[string, Trail | null, TranscriptItem]>([
    ['nothing and a call', null, edit],
    ['calls', trail('call'), edit],
    ['text and its calls', trail('agent'), edit],
    ['calls and the next text', trail('call'), agent('x')],
    ['calls and a list after a thought', trail('call'), agent(LIST, { thoughts: [{ subject: 's', text: '' }] })],
    ['the answer and the totals', trail('agent'), ended],
    ['a notice and a call', trail('notice'), edit],
  ])('is not between %s', (_, before, item) => {
    expect(hasGap(before, item)).toBe(false);
  });

  it.each<[string, boolean]>([
    ['One.', false],
    ['One:\n\n- a\n- b', true],
    ['One:\n\n1. a\n2) b', true],
    ['```\nx\n```', true],
    ['| a |\n|---|\n| b |', true],
    ['- a\n  more of a', true],
    ['- a\n\nOne.', false],
    ['One - two', false],
  ])('is after %j: %s', (text, expected) => {
    expect(trailOf(agent(text))).toEqual({ kind: 'agent', endsInBlock: expected });
  });

  it('is not left by an item without rows', () => {
    expect(paintItems([agent('a'), agent(''), edit], view, trailOf(person('x')))).toEqual([
      '',
      '  a',
      '    ✓ Edit    src/parse.ts                                       +1 −1 · allowed',
    ]);
  });
});
