import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { toText } from '@bowline/protocol';
import { openLocalHost, type LocalHost } from '../local-host/open-local-host.ts';
import { expandPrompt, type ExpandedPrompt } from './expand-prompt.ts';

let folder = '';
let host: LocalHost;
beforeEach(() => {
  folder = realpathSync(mkdtempSync(join(tmpdir(), 'bowline-')));
  const process = { supervisorEntry: '', execPath: '', execArgv: [], env: {} };
  const isProtected = (path: string): boolean => path.endsWith('.env');
  const stateFolder = join(folder, '.state');
  host = openLocalHost({ workspace: folder, directories: [], stateFolder, isProtected, ...process });
  const files = {
    'a.ts': 'A\n',
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
const expand = (prompt: string): Promise<ExpandedPrompt> => expandPrompt(prompt, host, new AbortController().signal);
const OPENING = '\n\nWhat the message refers to with @, as it is now:\n';

test.each([
  ['a file', 'explain @a.ts', '\n--- a.ts ---\nA\n'],
  ['a name with a space', String.raw`explain @my\ file.md.`, '\n--- my file.md ---\nM\n'],
  ['a folder', 'what is in @src?', '\n--- src ---\nb.ts (2 bytes)'],
  ['a glob', 'all of @src/*.ts', '\n--- src/*.ts ---\n--- src/b.ts ---\nB\n\n'],
  ['several', '@a.ts and @src/b.ts', '\n--- a.ts ---\nA\n\n--- src/b.ts ---\nB\n'],
])('%s is attached', async (_, prompt, attached) => {
  const { content, notes } = await expand(prompt);
  expect([toText(content), notes]).toEqual([`${prompt}${OPENING}${attached}`, []]);
});

test('an image comes as one', async () => {
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
])('%s is left as it is', async (prompt) => {
  expect(await expand(prompt)).toEqual({ content: [{ type: 'text', text: prompt }], notes: [] });
});

test.each([
  ['@.env', '@.env is not attached: it may hold keys'],
  ['@x.log', '@x.log is not attached: an ignore file names it'],
  ['@missing.txt', '@missing.txt is not attached: there is no such file'],
  ['sum up @notes.md.', '@notes.md is not attached: there is no such file'],
  ['@.npmrc', '@.npmrc is not attached: there is no such file'],
  ['@src/none.ts', '@src/none.ts is not attached: there is no such file'],
  ['@../other/x.ts', '@../other/x.ts is not attached: it is outside of the folders of this session'],
  ['@data.bin', '@data.bin is not attached: data.bin is a binary file and is not shown.'],
  ['@none/*.ts', '@none/*.ts is not attached: no file matches it'],
])('%s is not attached, and why is said', async (prompt, note) => {
  expect(await expand(prompt)).toEqual({ content: [{ type: 'text', text: prompt }], notes: [note] });
});

test('what would be too long is not attached', async () => {
  for (const name of ['1', '2', '3']) writeFileSync(join(folder, `${name}.txt`), `${'x'.repeat(1900)}\n`.repeat(100));
  const { notes } = await expand('@1.txt @2.txt @3.txt');
  expect(notes).toEqual(['@3.txt is not attached: the message would be too long']);
});
