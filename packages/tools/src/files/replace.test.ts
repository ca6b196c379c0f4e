import { toText } from '@bowline/protocol';
import { mkdirSync, mkdtempSync, readFileSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { fail, type Tool, type ToolOutcome } from '../define-tool.ts';
import { openTestWorkspace, type TestWorkspace } from '../../../../tests/kit/open-test-workspace.ts';
import type { Workspace } from '@bowline/workspace';
import { readFile } from './read-file.ts';
import { replace } from './replace.ts';
import { writeFile } from './write-file.ts';

let folder = '';
let workspace: TestWorkspace;
beforeEach(async () => {
  folder = realpathSync(mkdtempSync(join(tmpdir(), 'bowline-')));
  const process = { supervisorEntry: '', execPath: '', execArgv: [], env: {} };
  workspace = await openTestWorkspace({
    root: folder,
    directories: [],
    stateFolder: join(folder, '.state'),
    ...process,
  });
});
afterEach(() => {
  rmSync(folder, { recursive: true });
});

async function run(input: unknown, tool: Tool = replace, on: Workspace = workspace): Promise<ToolOutcome> {
  const parsed = tool.parse(input);
  if (!parsed.ok) return fail('invalid', parsed.text);
  return parsed.call.run({ workspace: on, signal: new AbortController().signal, key: 'k', update: () => {} });
}

function put(name: string, content: string | Uint8Array): void {
  mkdirSync(dirname(join(folder, name)), { recursive: true });
  writeFileSync(join(folder, name), content);
}

const instruction = 'test';
const read = (): string => readFileSync(join(folder, 'f'), 'utf8');
type Edit = { old_string: string; new_string: string; allow_multiple?: boolean };

async function refusal(input: unknown, on: Workspace = workspace): Promise<ToolOutcome | undefined> {
  const parsed = replace.parse(input);
  return parsed.ok ? await parsed.call.refusal(on) : fail('invalid', parsed.text);
}

test.each([
  ['a text that is not there', 'f', 'nowhere'],
  ['a text that is there twice', 'f', 'a'],
  ['a file that is not there', 'g', 'a'],
  ['a file outside', '/etc/hosts', 'a'],
])('detects an edit that cannot be made before asking for approval: %s', async (_, file_path, old_string) => {
  put('f', 'a b a');
  const input = { file_path, instruction, old_string, new_string: 'x' };
  const outcome = await run(input);
  expect(outcome.ok).toBe(false);
  expect(await refusal(input)).toEqual(outcome);
  expect(await refusal({ ...input, file_path: 'f', old_string: 'b' })).toBeUndefined();
});

test('reveals nothing about a file that may hold keys before approval', async () => {
  put('f', 'KEY=1');
  const input = { file_path: 'f', instruction, old_string: 'nowhere', new_string: 'x' };
  expect(await refusal(input, { ...workspace, isProtected: () => true })).toBeUndefined();
});

const cases: readonly [title: string, before: string, edit: Edit, after: string][] = [
  ['the one match is replaced', 'a b c', { old_string: 'b', new_string: 'x' }, 'a x c'],
  ['every match is when that is allowed', 'a a a', { old_string: 'a', new_string: 'b', allow_multiple: true }, 'b b b'],
  ['dollar signs mean nothing', 'a b', { old_string: 'b', new_string: '$& $1 $$' }, 'a $& $1 $$'],
  ['a text can be taken out', 'a b', { old_string: ' b', new_string: '' }, 'a'],
  ['CRLF is kept', 'a\r\nb\r\nc\r\n', { old_string: 'a\nb', new_string: 'x\ny\nz' }, 'x\r\ny\r\nz\r\nc\r\n'],
  ['lines put into a file with CRLF get it', 'a\r\nb\r\n', { old_string: 'a', new_string: 'x\ny' }, 'x\r\ny\r\nb\r\n'],
  [
    'of a file with both newlines the rest is left alone',
    'a\r\nb\r\nc\n',
    { old_string: 'a\nb', new_string: 'x\ny' },
    'x\r\ny\r\nc\n',
  ],
  ['a byte order mark is kept', '\u{FEFF}a', { old_string: 'a', new_string: 'b' }, '\u{FEFF}b'],
  ['an empty file is filled', '', { old_string: '', new_string: 'x' }, 'x'],
];
test.each(cases)('%s', async (...[, before, edit, after]) => {
  put('f', before);
  expect(await run({ file_path: 'f', instruction, ...edit })).toMatchObject({ ok: true });
  expect(read()).toBe(after);
});

test('creates a file for an empty old_string, and shows it as a diff', async () => {
  const outcome = await run({ file_path: 'f', instruction, old_string: '', new_string: 'new\n' });
  expect(outcome).toMatchObject({ ok: true, display: { type: 'diff', path: 'f', before: '', after: 'new\n' } });
  expect(read()).toBe('new\n');
});

const FILE = 'function one() {\n    return 1;\n}\n\nfunction two() {\n    return 1;\n}\n';
const failures: readonly [title: string, edit: Edit, errorType: string, text: string][] = [
  [
    'several matches are counted and placed',
    { old_string: 'return 1;\n}', new_string: 'x' },
    'multiple_matches',
    'old_string matches 2 places in f, at lines 2, 6. Add surrounding lines to match only one place, or set allow_multiple to replace all.',
  ],
  [
    "a shape that is not the file's is shown as it is",
    { old_string: 'function two() {\nreturn 1;\n}', new_string: 'x' },
    'layout_mismatch',
    'old_string matches f except for its layout, and the right indentation for new_string is unclear. Send it again with the lines exactly as they are (line numbers are not part of the text):\n5: function two() {\n6:     return 1;\n7: }',
  ],
  [
    'a wrong word is shown as it is',
    { old_string: 'function twoo() {', new_string: 'x' },
    'no_match',
    'old_string was not found in f (0 matches). The nearest lines are (line numbers are not part of the text):\n5: function two() {\nLine 5 differs from column 13: the file has "() {", old_string has "o() {".',
  ],
  [
    'what is like nothing is said to be',
    { old_string: 'zzzz qqqq', new_string: 'x' },
    'no_match',
    'old_string was not found in f (0 matches). No similar text was found. Read the file again.',
  ],
  [
    'a change to the same is none',
    { old_string: 'one', new_string: 'one' },
    'no_change',
    'old_string and new_string are the same.',
  ],
  [
    'a file that is there is not made anew',
    { old_string: '', new_string: 'x' },
    'file_exists',
    'f exists and is not empty. Set old_string to the text to replace.',
  ],
];
test.each(failures)('%s', async (...[, edit, errorType, text]) => {
  put('f', FILE);
  const outcome = await run({ file_path: 'f', instruction, ...edit });
  expect(outcome).toMatchObject({ ok: false, errorType });
  expect(toText(outcome.content)).toBe(text);
  expect(read()).toBe(FILE);
});

test.each([
  ['none', 'file_not_found'],
  ['bin', 'binary_file'],
  ['wide', 'unsupported_encoding'],
  ['.', 'not_a_file'],
  ['../f', 'path_outside_workspace'],
])('refuses to change %s: %s', async (file_path, errorType) => {
  put('bin', Buffer.from('a\0b'));
  put('wide', Buffer.from('\u{FEFF}a', 'utf16le'));
  const outcome = await run({ file_path, instruction, old_string: 'a', new_string: 'b' });
  expect(outcome).toMatchObject({ ok: false, errorType });
});

test('reports an edit that matched after ignoring indentation, and shows the result', async () => {
  put('f', FILE);
  const edit = { old_string: 'function two() {\n  return 1;', new_string: 'function two() {\n  return 2;' };
  const outcome = await run({ file_path: 'f', instruction, ...edit });
  expect(toText(outcome.content)).toBe(
    'Replaced 1 match in f.\nold_string matched except for indentation; the layout of the file was kept. The result is (line numbers are not part of the text):\n5: function two() {\n6:     return 2;',
  );
  expect(read()).toBe(FILE.replace('two() {\n    return 1', 'two() {\n    return 2'));
});

test('applies several edits in order and writes once', async () => {
  put('f', 'a b c');
  const edits = [
    { old_string: 'a', new_string: 'x' },
    { old_string: 'x b', new_string: 'y' },
  ];
  const outcome = await run({ file_path: 'f', instruction, edits });
  expect(outcome).toMatchObject({ ok: true, data: { replacements: 2 }, display: { before: 'a b c', after: 'y c' } });
});

test('names the edit that failed and writes nothing', async () => {
  put('f', 'a b c');
  const edits = [
    { old_string: 'a', new_string: 'x' },
    { old_string: 'a', new_string: 'y' },
  ];
  const outcome = await run({ file_path: 'f', instruction, edits });
  expect(outcome).toMatchObject({ ok: false, errorType: 'no_match' });
  expect(toText(outcome.content)).toMatch(/^Nothing was changed: edit 2 of 2 failed\. old_string was not found in f/);
  expect(read()).toBe('a b c');
});

test('applies old_string before edits, and ignores an empty one', async () => {
  put('f', 'a b c');
  const edits = [{ old_string: 'b', new_string: 'y' }];
  await run({
    file_path: 'f',
    instruction,
    old_string: 'a',
    new_string: 'b b',
    edits: [{ old_string: 'b b b', new_string: 'y' }],
  });
  expect(read()).toBe('y c');
  put('f', 'a b c');
  await run({ file_path: 'f', instruction, old_string: '', new_string: '', edits });
  expect(read()).toBe('a y c');
});

test('rejects a call without an edit', async () => {
  const outcome = await run({ file_path: 'f', instruction });
  expect(toText(outcome.content)).toContain('needs old_string and new_string, or edits');
});

test('previews the resulting file, or the arguments if the edit would fail', async () => {
  put('f', 'a\r\nb\r\n');
  const shown = async (old_string: string): Promise<unknown> => {
    const parsed = replace.parse({ file_path: 'f', instruction, old_string, new_string: 'x\ny' });
    return parsed.ok ? [await parsed.call.preview(workspace), parsed.call.display] : undefined;
  };
  const sent = (before: string): object => ({ type: 'diff', path: 'f', before, after: 'x\ny' });
  expect(await shown('a')).toEqual([{ ...sent('a\r\nb\r\n'), after: 'x\r\ny\r\nb\r\n' }, sent('a')]);
  expect(await shown('z')).toEqual([undefined, sent('z')]);
});

test('refuses a file that is too large before reading it', async () => {
  put('f', '');
  const files = {
    ...workspace.files,
    info: async () => ({ kind: 'file', size: 60_000_000, mode: 0o644, modifiedMs: 0 }) as const,
  };
  const edit = { file_path: 'f', instruction, old_string: 'a', new_string: 'b' };
  const outcome = await run(edit, replace, { ...workspace, files });
  expect(outcome).toMatchObject({ ok: false, errorType: 'file_too_large' });
});

const use = (tool: Tool, input: object): Promise<ToolOutcome> => run({ file_path: 'f', instruction, ...input }, tool);

test('replaces an exact and unique match in a file that changed since it was read', async () => {
  put('f', 'a\nb\n');
  await use(readFile, {});
  put('f', 'a\nb\nc\n');
  const outcome = await use(replace, { old_string: 'b', new_string: 'x' });
  expect(toText(outcome.content)).toBe(
    'Replaced 1 match in f.\nf had changed since you last read it, but old_string still matched exactly once.',
  );
  expect(read()).toBe('a\nx\nc\n');
});

test('treats outside changes as unread until the file is read, despite further edits', async () => {
  put('f', 'a\nb\n');
  await use(readFile, {});
  put('f', 'a\nb\nc\n');
  await use(replace, { old_string: 'b', new_string: 'x' });
  expect(await use(writeFile, { content: 'mine' })).toMatchObject({ ok: false, errorType: 'file_changed' });
  await use(readFile, {});
  expect(await use(writeFile, { content: 'mine' })).toMatchObject({ ok: true });
});

const unsafe: readonly [title: string, edit: Edit][] = [
  ['what is gone', { old_string: 'gone', new_string: 'x' }],
  ['a match with a different layout', { old_string: '  b\n', new_string: '  x\n' }],
  ['every match', { old_string: 'a', new_string: 'x', allow_multiple: true }],
];
test.each(unsafe)('does not replace %s in a file that changed since it was read', async (_, edit) => {
  put('f', 'gone\n');
  await use(readFile, {});
  put('f', 'a\n    b\na\n');
  const outcome = await use(replace, edit);
  expect(outcome).toMatchObject({ ok: false, errorType: 'file_changed' });
  expect(toText(outcome.content)).toContain(
    'f has changed since you last read it, so nothing was replaced. Read it again first.',
  );
  expect(read()).toBe('a\n    b\na\n');
});

test('does not count its own edits as outside changes', async () => {
  put('f', 'a\n    b\n');
  await use(readFile, {});
  await use(replace, { old_string: 'a', new_string: 'c' });
  await use(writeFile, { content: 'a\n    b\nc\n' });
  const outcome = await use(replace, { old_string: '  b\n', new_string: '  x\n' });
  expect(outcome).toMatchObject({ ok: true });
  expect(read()).toBe('a\n    x\nc\n');
});

test('refuses nothing if the host does not track files', async () => {
  put('f', 'a\n    b\n');
  const edit = { file_path: 'f', instruction, old_string: '  b\n', new_string: '  x\n' };
  const { seen: _, ...forgetful } = workspace;
  expect(await run(edit, replace, forgetful)).toMatchObject({ ok: true });
});
