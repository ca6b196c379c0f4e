import { toText } from '@bowline/protocol';
import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { fail, type ToolOutcome } from '../define-tool.ts';
import { openTestWorkspace, type TestWorkspace } from '../../../../tests/kit/open-test-workspace.ts';
import { listDirectory } from './list-directory.ts';

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
  const parsed = listDirectory.parse(input);
  if (!parsed.ok) return fail('invalid', parsed.text);
  return parsed.call.run({ workspace, signal, key: 'k', update: () => {} });
}

function put(name: string, content: string | Uint8Array): void {
  mkdirSync(dirname(join(folder, name)), { recursive: true });
  writeFileSync(join(folder, name), content);
}

beforeEach(() => {
  put('b.txt', '12345');
  put('a.log', '');
  put('src/x.ts', '');
  put('.git/config', '');
  put('hidden.txt', '');
  put('.gitignore', '*.log\n');
  put('.geminiignore', 'hidden.txt\n');
});

const cases: readonly [title: string, input: object, lines: readonly string[]][] = [
  [
    'folders come first, then files with their sizes, and what is ignored is counted',
    {},
    ['[DIR] src', '.geminiignore (11 bytes)', '.gitignore (6 bytes)', 'b.txt (5 bytes)', '[3 ignored]'],
  ],
  ['globs leave out what they name', { ignore: ['.*', '*.txt'] }, ['[DIR] src', '[6 ignored]']],
  [
    '.gitignore can be set aside',
    { ignore: ['.*'], file_filtering_options: { respect_git_ignore: false } },
    ['[DIR] src', 'a.log (0 bytes)', 'b.txt (5 bytes)', '[4 ignored]'],
  ],
  [
    'what .geminiignore names stays hidden',
    { ignore: ['.g*ignore'], file_filtering_options: { respect_git_ignore: false, respect_gemini_ignore: false } },
    ['[DIR] .git', '[DIR] src', 'a.log (0 bytes)', 'b.txt (5 bytes)', '[3 ignored]'],
  ],
];
test.each(cases)('%s', async (_, input, lines) => {
  const outcome = await run({ dir_path: '.', ...input });
  expect(toText(outcome.content).split('\n')).toEqual(lines);
});

test('says that a directory is empty', async () => {
  mkdirSync(join(folder, 'empty'));
  expect(toText((await run({ dir_path: 'empty' })).content)).toBe('empty is empty.');
});

test.each([
  ['none', 'file_not_found'],
  ['b.txt', 'not_a_folder'],
  ['..', 'path_outside_workspace'],
])('does not list %s: %s', async (dir_path, errorType) => {
  expect(await run({ dir_path })).toMatchObject({ ok: false, errorType });
});
