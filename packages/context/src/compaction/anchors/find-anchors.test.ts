import type { Content } from '@google/genai';
import { describe, expect, it } from 'vitest';
import { renderSummary } from '../render-summary.ts';
import { findAnchors } from './find-anchors.ts';

type Call = readonly [name: string, args: Record<string, unknown>, response: Record<string, unknown>];

function say(text: string): Content {
  return { role: 'user', parts: [{ text }] };
}

function answer(text: string): Content {
  return { role: 'model', parts: [{ text }] };
}

/** Calls without ids, as some providers send them. */
function call(...[name, args, response]: Call): Content[] {
  return [
    { role: 'model', parts: [{ functionCall: { name, args } }] },
    { role: 'user', parts: [{ functionResponse: { name, response } }] },
  ];
}

function texts(contents: readonly Content[], kind: string): readonly string[] {
  return findAnchors(contents)
    .filter((anchor) => anchor.kind === kind)
    .map(({ text }) => text);
}

describe('user messages', () => {
  it('are searched for requirements', () => {
    const said = 'Write a parser.\nNever use regular expressions. Thanks! I like tea.';
    expect(texts([say(said)], 'requirement')).toEqual(['Never use regular expressions.']);
  });

  it.each<[string, readonly string[]]>([
    ['look at src/a/b.ts, and `./c/d` too', ['src/a/b.ts', './c/d']],
    ['the notes in todo.md', ['todo.md']],
    ['e.g. with Node.js', []],
  ])('are searched for paths: %s', (said, paths) => {
    expect([...texts([say(said)], 'path')].sort()).toEqual([...paths].sort());
  });

  it.each<[string, readonly string[]]>([
    ['within 250 ms, 3 retries', ['250', '3 retries']],
    ['version 1.22.3 or v2.0', ['1.22.3', 'v2.0']],
    ['set MAX_SIZE and minSize and old_size', ['MAX_SIZE', 'minSize', 'old_size']],
    ['call it "the big one" or \'small\'', ['the big one', 'small']],
    ['see https://example.com/a?b=1, it is PROJ-12', ['https://example.com/a?b=1', 'PROJ-12']],
    ['commit 3fa9c1d in eu-central-1', ['3fa9c1d', 'eu-central-1']],
    ['the JSON API', []],
  ])('are searched for exact words: %s', (said, words) => {
    expect([...texts([say(said)], 'exact')].sort()).toEqual([...words].sort());
  });
});

it('keeps decisions and findings in the words of the agent', () => {
  const said = 'Let me look. I will use a queue, because order matters. The root cause is a lock. Nice.';
  expect(texts([answer(said)], 'decision')).toEqual([
    'I will use a queue, because order matters.',
    'The root cause is a lock.',
  ]);
});

describe('calls', () => {
  it('yield changed files by tool name, if the call succeeded', () => {
    const contents = [
      ...call('write_file', { file_path: 'a.ts', content: '' }, { output: '' }),
      ...call('replace', { file_path: 'b.ts' }, { error: 'no match' }),
      ...call('read_file', { file_path: 'c.ts' }, { output: '' }),
      ...call('mcp_x_edit', { path: 'd.ts' }, { output: '' }),
      ...call('replace', { file_path: 'a.ts' }, { output: '' }),
    ];
    expect(findAnchors(contents).filter(({ kind }) => kind === 'file')).toEqual([
      { kind: 'file', text: 'd.ts', context: 'changed once (mcp_x_edit)' },
      { kind: 'file', text: 'a.ts', context: 'changed 2 times (write_file, replace)' },
    ]);
  });

  it('yield the open todos of the last list', () => {
    const list = (...todos: unknown[]): Content[] => call('write_todos', { todos }, { output: '' });
    const contents = [
      ...list({ description: 'one', status: 'pending' }),
      ...list(
        { description: 'one', status: 'completed' },
        { description: 'two', status: 'in_progress' },
        'three',
        { status: 'pending' },
        { description: 'four', status: 'cancelled' },
        7,
      ),
    ];
    expect(texts(contents, 'todo')).toEqual(['two', 'three']);
  });

  it('yield errors of actions that never succeeded afterwards', () => {
    const run = (command: string, output: string): Content[] => call('run_shell_command', { command }, { output });
    const contents = [
      ...run('make', 'Error: one\nExit code: 2'),
      ...run('make test', 'Error: two\nExit code: 1'),
      ...run('make test', 'ok\nTypeError: three\n  at x\nExit code: 1'),
      ...run('make', 'done'),
      ...call('read_file', { file_path: 'x' }, { error: 'x does not exist' }),
    ];
    expect(findAnchors(contents).filter(({ kind }) => kind === 'error')).toEqual([
      { kind: 'error', text: 'TypeError: three', context: '`make test` failed last with: TypeError: three' },
    ]);
  });
});

it('searches an earlier summary again', () => {
  const text = renderSummary({
    summary: {
      goal: 'a parser',
      requirements: ['no dependency'],
      decisions: [{ what: 'by hand', why: 'speed' }],
      facts: ['it has 12 rules'],
      files: [{ path: 'src/parse.ts', state: 'created' }],
      done: ['the lexer'],
      open: ['the printer'],
    },
    personSaid: [],
  });
  expect(findAnchors([], text)).toEqual(findAnchors([say(text)]));
  expect(findAnchors([say(text)])).toEqual([
    { kind: 'requirement', text: 'no dependency', context: 'no dependency' },
    { kind: 'todo', text: 'the printer', context: 'the printer' },
    { kind: 'file', text: 'src/parse.ts', context: 'created' },
    { kind: 'earlier', text: 'a parser', context: 'a parser' },
    { kind: 'earlier', text: 'by hand (why: speed)', context: 'by hand (why: speed)' },
    { kind: 'earlier', text: 'it has 12 rules', context: 'it has 12 rules' },
  ]);
});

it('limits the number of anchors and prefers those of the user', () => {
  const said = Array.from({ length: 200 }, (_, at) => `Use name_${at} and src/file${at}.ts.`);
  const contents = [
    ...said.map(say),
    ...said.flatMap((_, at) => call('write_file', { file_path: `f${at}.ts` }, { output: '' })),
  ];
  const anchors = findAnchors(contents);
  expect(anchors.length).toBeLessThanOrEqual(100);
  expect(anchors[0]).toEqual({ kind: 'requirement', text: said[0], context: said[0] });
  expect(anchors.at(-1)).toMatchObject({ kind: 'file', text: 'f199.ts' });
});
