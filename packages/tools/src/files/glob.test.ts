import { toText } from '@bowline/protocol';
import { mkdirSync, mkdtempSync, realpathSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { fail, type ToolOutcome } from '../define-tool.ts';
import { openTestWorkspace, type TestWorkspace } from '../../../../tests/kit/open-test-workspace.ts';
import { glob } from './glob.ts';

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
  const parsed = glob.parse(input);
  if (!parsed.ok) return fail('invalid', parsed.text);
  return parsed.call.run({ workspace, signal, key: 'k', update: () => {} });
}

function put(name: string, content: string | Uint8Array): void {
  mkdirSync(dirname(join(folder, name)), { recursive: true });
  writeFileSync(join(folder, name), content);
}

beforeEach(() => {
  for (const [at, name] of ['a.ts', 'src/b.ts', 'src/deep/C.TS', 'x.log', 'secret.ts'].entries()) {
    put(name, '');
    utimesSync(join(folder, name), at, at);
  }
  put('.gitignore', '*.log\n');
  put('.geminiignore', 'secret.ts\n');
});

const cases: readonly [title: string, input: () => object, lines: readonly string[]][] = [
  ['files below are found, the newest first', () => ({ pattern: '**/*.ts' }), ['src/deep/C.TS', 'src/b.ts', 'a.ts']],
  ['case counts when it is said to', () => ({ pattern: '**/*.ts', case_sensitive: true }), ['src/b.ts', 'a.ts']],
  ['a folder can be named', () => ({ pattern: './*.ts', dir_path: 'src' }), ['src/b.ts']],
  ['an absolute pattern is understood', () => ({ pattern: join(folder, 'src/*.ts') }), ['src/b.ts']],
  [
    '.gitignore alone can be set aside',
    () => ({ pattern: '*', respect_git_ignore: false, dir_path: '.' }),
    ['.geminiignore', '.gitignore', 'x.log', 'a.ts'],
  ],
  [
    'what .geminiignore names stays hidden',
    () => ({ pattern: '*.*', respect_gemini_ignore: false, respect_git_ignore: false }),
    ['.geminiignore', '.gitignore', 'x.log', 'a.ts'],
  ],
  ['nothing found is no failure', () => ({ pattern: '*.rs' }), ['No file matches *.rs.']],
];
test.each(cases)('%s', async (_, input, lines) => {
  utimesSync(join(folder, '.geminiignore'), 100, 100);
  utimesSync(join(folder, '.gitignore'), 99, 99);
  const outcome = await run(input());
  expect([outcome.ok, toText(outcome.content).split('\n')]).toEqual([true, lines]);
});

test.each([
  ['..', 'path_outside_workspace'],
  ['none', 'file_not_found'],
  ['a.ts', 'not_a_folder'],
])('refuses a search in %s: %s', async (dir_path, errorType) => {
  expect(await run({ pattern: '*', dir_path })).toMatchObject({ ok: false, errorType });
});

test('reports a search that was stopped', async () => {
  expect(await run({ pattern: '*' }, AbortSignal.abort())).toMatchObject({ ok: false, errorType: 'aborted' });
});
