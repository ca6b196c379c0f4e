import { toText } from '@bowline/protocol';
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  realpathSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { fail, type ToolOutcome } from '../define-tool.ts';
import { openTestWorkspace, type TestWorkspace } from '../../../../tests/kit/open-test-workspace.ts';
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

async function run(input: unknown, signal = new AbortController().signal): Promise<ToolOutcome> {
  const parsed = writeFile.parse(input);
  if (!parsed.ok) return fail('invalid', parsed.text);
  return parsed.call.run({ workspace, signal, key: 'k', update: () => {} });
}

function put(name: string, content: string | Uint8Array): void {
  mkdirSync(dirname(join(folder, name)), { recursive: true });
  writeFileSync(join(folder, name), content);
}

const read = (name: string): string => readFileSync(join(folder, name), 'utf8');

test('creates a file and its directories, and shows a diff', async () => {
  const outcome = await run({ file_path: 'a/b.txt', content: 'x\ny\n' });
  expect(toText(outcome.content)).toBe('Created a/b.txt (2 lines).');
  expect(outcome.display).toEqual({ type: 'diff', path: 'a/b.txt', before: '', after: 'x\ny\n' });
  expect(read('a/b.txt')).toBe('x\ny\n');
});

const cases: readonly [title: string, before: string, content: string, after: string][] = [
  ['what was in a file is replaced', 'old', 'new', 'new'],
  ['a file with CRLF keeps CRLF', 'a\r\nb\r\n', 'c\nd\n', 'c\r\nd\r\n'],
  ['content with CRLF is written as it is', 'a\r\n', 'c\r\nd\n', 'c\r\nd\n'],
  ['a file with both kinds of newlines is written as given', 'a\r\nb\n', 'c\n', 'c\n'],
  ['a byte order mark is kept', '\u{FEFF}a', 'b', '\u{FEFF}b'],
  ['dollar signs mean nothing', 'a', '$& $1', '$& $1'],
];
test.each(cases)('%s', async (...[, before, content, after]) => {
  put('f', before);
  expect(await run({ file_path: 'f', content })).toMatchObject({ ok: true });
  expect(read('f')).toBe(after);
});

test('lets calls on the same file run in order', () => {
  const parsed = writeFile.parse({ file_path: 'x/../f', content: '' });
  expect(parsed.ok && parsed.call.writes(workspace)).toEqual([join(folder, 'f')]);
});

test.each(['../evil', 'out/evil', 'dangling'])('does not write %s, which leads outside', async (file_path) => {
  const outside = mkdtempSync(join(tmpdir(), 'bowline-outside-'));
  symlinkSync(outside, join(folder, 'out'));
  symlinkSync(join(outside, 'evil'), join(folder, 'dangling'));
  expect(await run({ file_path, content: 'x' })).toMatchObject({ ok: false, errorType: 'path_outside_workspace' });
  expect(existsSync(join(outside, 'evil'))).toBe(false);
  rmSync(outside, { recursive: true });
});

test('does not overwrite a directory', async () => {
  mkdirSync(join(folder, 'd'));
  expect(await run({ file_path: 'd', content: '' })).toMatchObject({ ok: false, errorType: 'not_a_file' });
});

test('answers, and does not throw, if a file is in the place of a directory', async () => {
  put('f', '');
  expect(await run({ file_path: 'f/x', content: '' })).toMatchObject({ ok: false, errorType: 'file_error' });
});

test('writes nothing after the call was stopped', async () => {
  expect(await run({ file_path: 'f', content: '' }, AbortSignal.abort())).toMatchObject({ errorType: 'aborted' });
  expect(existsSync(join(folder, 'f'))).toBe(false);
});

test('says so when it replaces a file that was never read', async () => {
  put('f', 'a\nb\n');
  const outcome = await run({ file_path: 'f', content: 'x' });
  expect(toText(outcome.content)).toBe(
    'Replaced f (1 line). You had not read it; its previous content (2 lines) was overwritten.',
  );
  expect(toText((await run({ file_path: 'f', content: 'y' })).content)).toBe('Replaced f (1 line).');
});

test('does not replace a file that changed since it was written', async () => {
  await run({ file_path: 'f', content: 'mine' });
  put('f', 'theirs');
  const outcome = await run({ file_path: 'f', content: 'mine again' });
  expect(outcome).toMatchObject({ ok: false, errorType: 'file_changed' });
  expect(toText(outcome.content)).toContain('Read it again first.');
  expect(read('f')).toBe('theirs');
});

test('creates a file again that was deleted after it was read', async () => {
  await run({ file_path: 'f', content: 'mine' });
  rmSync(join(folder, 'f'));
  expect(toText((await run({ file_path: 'f', content: 'mine' })).content)).toBe('Created f (1 line).');
});
