import { toText } from '@bowline/protocol';
import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { fail, type ToolOutcome } from '../define-tool.ts';
import { openTestWorkspace, type TestWorkspace } from '../../../../tests/kit/open-test-workspace.ts';
import { readManyFiles } from './read-many-files.ts';

let folder = '';
let workspace: TestWorkspace;
const PNG = Buffer.from('\x89PNG\r\n\x1A\n', 'latin1');
const files: Readonly<Record<string, string | Buffer>> = {
  'a.md': 'A',
  'src/b.ts': 'B',
  'src/deep/c.ts': 'C',
  'src/logo.png': PNG,
  'src/data.bin': Buffer.from([1, 0, 2]),
  'src/.env': 'KEY=1',
  'dist/out.js': 'built',
  'x.log': 'ignored',
  '.gitignore': '*.log\n',
};
beforeEach(async () => {
  folder = realpathSync(mkdtempSync(join(tmpdir(), 'bowline-')));
  const process = { supervisorEntry: '', execPath: '', execArgv: [], env: {} };
  const isProtected = (path: string): boolean => path.endsWith('.env');
  const stateFolder = join(folder, '.state');
  workspace = await openTestWorkspace({ root: folder, directories: [], stateFolder, isProtected, ...process });
  for (const [name, content] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, name)), { recursive: true });
    writeFileSync(join(folder, name), content);
  }
});
afterEach(() => {
  rmSync(folder, { recursive: true });
});

async function run(input: unknown, signal = new AbortController().signal): Promise<ToolOutcome> {
  const parsed = readManyFiles.parse(input);
  if (!parsed.ok) return fail('invalid', parsed.text);
  return parsed.call.run({ workspace, signal, key: 'k', update: () => {} });
}

const SRC = '[Not read: src/.env (it may hold keys), src/data.bin (binary), src/logo.png (name it to read it).]';
const cases: readonly [title: string, input: object, text: string][] = [
  ['files are read one after the other', { include: ['src/b.ts', 'a.md'] }, '--- src/b.ts ---\nB\n--- a.md ---\nA\n'],
  [
    'a glob reads what matches, in the order of names',
    { include: ['**/*.ts'] },
    '--- src/b.ts ---\nB\n--- src/deep/c.ts ---\nC\n',
  ],
  ['a folder is all in it', { include: ['src'] }, `--- src/b.ts ---\nB\n--- src/deep/c.ts ---\nC\n${SRC}`],
  ['or what is directly in it', { include: ['src'], recursive: false }, `--- src/b.ts ---\nB\n${SRC}`],
  [
    'some can be left out',
    { include: ['**/*.{ts,md}'], exclude: ['deep/**', '**/deep/**', '*.md'] },
    '--- src/b.ts ---\nB\n',
  ],
  ['what programs make is left out', { include: ['**/*.{js,md}'] }, '--- a.md ---\nA\n'],
  [
    'with useDefaultExcludes: false',
    { include: ['**/*.js'], useDefaultExcludes: false },
    '--- dist/out.js ---\nbuilt\n',
  ],
  [
    'what is named is read, whatever hides it',
    { include: ['x.log', 'src/.env'] },
    '--- x.log ---\nignored\n--- src/.env ---\nKEY=1\n',
  ],
];
test.each(cases)('%s', async (_, input, text) => {
  const outcome = await run(input);
  expect([outcome.ok, toText(outcome.content)]).toEqual([true, text]);
});

test('shows an image that is named', async () => {
  const outcome = await run({ include: ['src/logo.png'] });
  expect(outcome.content).toMatchObject([{ type: 'text' }, { type: 'media', mimeType: 'image/png' }]);
});

test('cuts long files and lists those that did not fit', async () => {
  for (let at = 0; at < 6; at += 1) writeFileSync(join(folder, `long${at}.txt`), 'x'.repeat(60_000));
  const text = toText((await run({ include: ['long*.txt'] })).content);
  expect(text.length).toBeLessThan(201_000);
  expect(text).toContain('[Cut here. Read the rest with read_file.]');
  expect(text).toMatch(/\[Not read: long4\.txt \(no room\), long5\.txt \(no room\)\.\]$/);
});

test.each([
  [{ include: [] }, 'invalid'],
  [{ include: ['none.ts'] }, 'file_not_found'],
  [{ include: ['../x'] }, 'file_not_found'],
  [{ include: ['src/*.bin'] }, 'nothing_read'],
])('answers %j with %s', async (input, errorType) => {
  expect(await run(input)).toMatchObject({ ok: false, errorType });
});

test('reports a read that was stopped', async () => {
  expect(await run({ include: ['src'] }, AbortSignal.abort())).toMatchObject({ ok: false, errorType: 'aborted' });
});
