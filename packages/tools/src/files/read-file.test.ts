import { toText } from '@bowline/protocol';
import { mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { fail, type ToolOutcome } from '../define-tool.ts';
import { openTestWorkspace, type TestWorkspace } from '../../../../tests/kit/open-test-workspace.ts';
import { readFile } from './read-file.ts';

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
  const parsed = readFile.parse(input);
  if (!parsed.ok) return fail('invalid', parsed.text);
  return parsed.call.run({ workspace, signal, key: 'k', update: () => {} });
}

function put(name: string, content: string | Uint8Array): void {
  mkdirSync(dirname(join(folder, name)), { recursive: true });
  writeFileSync(join(folder, name), content);
}

const numbered = (count: number): string => Array.from({ length: count }, (_, at) => `line ${at + 1}\n`).join('');
const textCases: readonly [title: string, content: string, range: object, text: string][] = [
  ['a text is given as it is', 'a\r\nb\n', {}, 'a\r\nb\n'],
  ['a text without a last newline gets none', 'a\nb', {}, 'a\nb'],
  ['a byte order mark is not shown', '\u{FEFF}a', {}, 'a'],
  ['an empty file is said to be empty', '', {}, 'The file is empty.'],
  [
    'a range is given and how to read on',
    'a\nb\nc\nd\n',
    { start_line: 2, end_line: 3 },
    'b\nc\n[Lines 2 to 3 of 4. Continue with start_line 4.]',
  ],
  ['a range to the end has nothing to read on', 'a\nb\n', { start_line: 2, end_line: 9 }, 'b\n[Lines 2 to 2 of 2.]'],
  [
    'long lines are cut',
    `${'x'.repeat(2001)}\n`,
    {},
    `${'x'.repeat(2000)} [1 more characters]\n[Long lines are cut after 2000 characters.]`,
  ],
];
test.each(textCases)('%s', async (...[, content, range, text]) => {
  put('f.txt', content);
  const outcome = await run({ file_path: 'f.txt', ...range });
  expect([outcome.ok, toText(outcome.content)]).toEqual([true, text]);
});

test('returns at most 2000 lines', async () => {
  put('f.txt', numbered(2500));
  const text = toText((await run({ file_path: join(folder, 'f.txt') })).content);
  expect(text).toBe(`${numbered(2000)}[Lines 1 to 2000 of 2500. Continue with start_line 2001.]`);
});

test('decodes UTF-16', async () => {
  put('f.txt', Buffer.from('\u{FEFF}wide', 'utf16le'));
  expect(toText((await run({ file_path: 'f.txt' })).content)).toBe('wide');
});

test.each([
  ['shot.PNG', 'image/png', '\x89PNG\r\n\x1A\n'],
  ['photo.jpeg', 'image/jpeg', '\xFF\xD8\xFF\xE0'],
  ['misnamed.png', 'image/webp', 'RIFF\x01\x02\x03\x04WEBP'],
  ['paper.pdf', 'application/pdf', '%PDF-1.7'],
])('returns %s as media of type %s', async (name, mimeType, content) => {
  const bytes = Buffer.from(content, 'latin1');
  put(name, bytes);
  expect((await run({ file_path: name })).content).toEqual([
    { type: 'text', text: `${name} (${mimeType}, ${bytes.length} bytes)` },
    { type: 'media', mimeType, data: bytes.toString('base64'), name },
  ]);
});

test('treats a file with an image extension but other content as an ordinary file', async () => {
  put('text.png', 'words');
  put('bin.png', Buffer.from([1, 0, 2]));
  expect(toText((await run({ file_path: 'text.png' })).content)).toBe('words');
  expect(await run({ file_path: 'bin.png' })).toMatchObject({ ok: false, errorType: 'binary_file' });
});

test('refuses an image that is too large for a request', async () => {
  put('large.png', Buffer.alloc(7_000_001));
  expect(await run({ file_path: 'large.png' })).toMatchObject({ ok: false, errorType: 'file_too_large' });
});

const failures: readonly [title: string, input: object, errorType: string][] = [
  ['what is not there is said not to be', { file_path: 'none' }, 'file_not_found'],
  ['a folder is not read', { file_path: '.' }, 'not_a_file'],
  ['a binary file is refused', { file_path: 'bin' }, 'binary_file'],
  ['a line beyond the end is an error', { file_path: 'f', start_line: 2 }, 'line_out_of_range'],
  ['an end before the start is an error', { file_path: 'f2', start_line: 2, end_line: 1 }, 'line_out_of_range'],
  ['a path outside is refused', { file_path: '../x' }, 'path_outside_workspace'],
  ['a link that leads outside is refused', { file_path: 'out/passwd' }, 'path_outside_workspace'],
  ['a path below a file does not exist', { file_path: 'f/x' }, 'file_not_found'],
  ['a name that is too long is refused', { file_path: `a/${'é'.repeat(128)}` }, 'invalid_path'],
  ['a null character is refused', { file_path: 'f\0' }, 'invalid_path'],
  ['an input without a path is invalid', {}, 'invalid'],
];
test.each(failures)('%s', async (_, input, errorType) => {
  put('bin', Buffer.from('a\0b'));
  put('f', 'one\n');
  put('f2', 'one\ntwo\n');
  symlinkSync('/etc', join(folder, 'out'));
  expect(await run(input)).toMatchObject({ ok: false, errorType });
});

test('treats a directory whose name starts with that of the workspace as outside', async () => {
  expect(await run({ file_path: `${folder}-other/f` })).toMatchObject({ errorType: 'path_outside_workspace' });
});
