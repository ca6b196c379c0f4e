import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { toText } from '@bowline/protocol';
import { openTestWorkspace, type TestWorkspace } from '../../../../tests/kit/open-test-workspace.ts';
import { expandPrompt, type ExpandedPrompt } from './expand-prompt.ts';

let folder = '';
let workspace: TestWorkspace;
beforeEach(async () => {
  folder = realpathSync(mkdtempSync(join(tmpdir(), 'bowline-')));
  const process = { supervisorEntry: '', execPath: '', execArgv: [], env: {} };
  const isProtected = (path: string): boolean => path.endsWith('.env');
  const stateFolder = join(folder, '.state');
  workspace = await openTestWorkspace({ root: folder, directories: [], stateFolder, isProtected, ...process });
  const files = {
    'a.ts': 'A\n',
    'long.ts': 'one\ntwo\nthree\nfour\n',
    'odd:7': 'O\n',
    'src/b.ts': 'B\n',
    'my file.md': 'M\n',
    '.env': 'K',
    'x.log': 'L',
    '.gitignore': '*.log\n',
  };
  for (const [name, content] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, name)), { recursive: true });
    writeFileSync(join(folder, name), content);
  }
  writeFileSync(join(folder, 'shot.png'), Buffer.from('\x89PNG\r\n\x1A\n', 'latin1'));
  writeFileSync(join(folder, 'data.bin'), Buffer.from([1, 0, 2]));
});
afterEach(() => {
  rmSync(folder, { recursive: true });
});
const expand = (prompt: string): Promise<ExpandedPrompt> =>
  expandPrompt(prompt, workspace, new AbortController().signal);
const OPENING = '\n\nFiles that the message refers to with @, with their current content:\n';

test.each([
  ['a file', 'explain @a.ts', '\n--- a.ts ---\nA\n'],
  ['a name with a space', String.raw`explain @my\ file.md.`, '\n--- my file.md ---\nM\n'],
  [
    'some lines',
    'explain @long.ts:2-3',
    '\n--- long.ts ---\ntwo\nthree\n[Lines 2 to 3 of 4. Continue with start_line 4.]',
  ],
  ['one line', 'explain @long.ts:4', '\n--- long.ts ---\nfour\n[Lines 4 to 4 of 4.]'],
  ['a name that ends like a line', 'explain @odd:7', '\n--- odd:7 ---\nO\n'],
  ['a folder', 'what is in @src?', '\n--- src ---\nb.ts (2 bytes)'],
  ['a glob', 'all of @src/*.ts', '\n--- src/*.ts ---\n--- src/b.ts ---\nB\n\n'],
  ['several', '@a.ts and @src/b.ts', '\n--- a.ts ---\nA\n\n--- src/b.ts ---\nB\n'],
])('attaches %s', async (_, prompt, attached) => {
  const { content, notes } = await expand(prompt);
  expect([toText(content), notes]).toEqual([`${prompt}${OPENING}${attached}`, []]);
});

test('attaches an image as media', async () => {
  const { content } = await expand('see @shot.png');
  expect(content.at(-1)).toMatchObject({ type: 'media', mimeType: 'image/png', name: 'shot.png' });
});

test.each([
  'mail me@example.com',
  '@Injectable() class A {}',
  'npm i @types/node',
  'no at all',
  '@everyone',
  '@app.route("/") def f()',
  'ask @example.com',
])('leaves %s unchanged', async (prompt) => {
  expect(await expand(prompt)).toEqual({ content: [{ type: 'text', text: prompt }], notes: [] });
});

test.each([
  ['@.env', '@.env was not attached: it may hold keys'],
  ['@.env:1-2', '@.env was not attached: it may hold keys'],
  ['@x.log:1', '@x.log was not attached: it is listed in an ignore file'],
  ['@long.ts:9', '@long.ts was not attached: The file has only 4 lines.'],
  ['@x.log', '@x.log was not attached: it is listed in an ignore file'],
  ['@missing.txt', '@missing.txt was not attached: file not found'],
  ['sum up @notes.md.', '@notes.md was not attached: file not found'],
  ['@.npmrc', '@.npmrc was not attached: file not found'],
  ['@src/none.ts', '@src/none.ts was not attached: file not found'],
  ['@../other/x.ts', '@../other/x.ts was not attached: it is outside the directories of this session'],
  ['@data.bin', '@data.bin was not attached: data.bin is a binary file and cannot be shown.'],
  ['@none/*.ts', '@none/*.ts was not attached: no file matches it'],
])('does not attach %s, and explains why', async (prompt, note) => {
  expect(await expand(prompt)).toEqual({ content: [{ type: 'text', text: prompt }], notes: [note] });
});

test('does not attach what would make the message too long', async () => {
  for (const name of ['1', '2', '3']) writeFileSync(join(folder, `${name}.txt`), `${'x'.repeat(1900)}\n`.repeat(100));
  const { notes } = await expand('@1.txt @2.txt @3.txt');
  expect(notes).toEqual(['@3.txt was not attached: the message would be too long']);
});
