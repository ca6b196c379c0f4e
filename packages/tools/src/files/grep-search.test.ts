import { toText } from '@bowline/protocol';
import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { fail, type ToolOutcome } from '../define-tool.ts';
import { openTestWorkspace, type TestWorkspace } from '../../../../tests/kit/open-test-workspace.ts';
import { grepSearch } from './grep-search.ts';

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
  const parsed = grepSearch.parse(input);
  if (!parsed.ok) return fail('invalid', parsed.text);
  return parsed.call.run({ workspace, signal, key: 'k', update: () => {} });
}

function put(name: string, content: string | Uint8Array): void {
  mkdirSync(dirname(join(folder, name)), { recursive: true });
  writeFileSync(join(folder, name), content);
}

beforeEach(() => {
  put('a.txt', 'one\nTwo find\nthree\n');
  put('src/b[1].ts', 'find a\nfind b\nother\nfind c\n');
  put('x.log', 'find');
  put('.gitignore', '*.log\n');
});

const B = 'src/b[1].ts';
const cases: readonly [title: string, input: object, text: string][] = [
  [
    'matches come by file with line numbers',
    { pattern: 'find' },
    `a.txt\n2: Two find\n\n${B}\n1: find a\n2: find b\n4: find c`,
  ],
  ['names alone can be asked for', { pattern: 'find', names_only: true }, `a.txt\n${B}`],
  ['files can be chosen by a glob', { pattern: 'find', include_pattern: '*.txt' }, 'a.txt\n2: Two find'],
  ['lines can be left out', { pattern: 'find', exclude_pattern: 'find [bc]', dir_path: 'src' }, `${B}\n1: find a`],
  ['case counts when it is said to', { pattern: 'two', case_sensitive: true }, 'No match for two.'],
  ['plain text is plain', { pattern: 'f.nd', fixed_strings: true }, 'No match for f.nd.'],
  ['context is shown around', { pattern: 'two', context: 1 }, 'a.txt\n1- one\n2: Two find\n3- three'],
  ['before and after can differ', { pattern: 'two', before: 1, after: 0 }, 'a.txt\n1- one\n2: Two find'],
  ['one file can be searched, whatever its name', { pattern: 'find [ab]', dir_path: B }, `${B}\n1: find a\n2: find b`],
  ['a file that is ignored is searched when it is named', { pattern: 'find', dir_path: 'x.log' }, 'x.log\n1: find'],
  ['ignore files can be set aside', { pattern: '^find$', no_ignore: true }, 'x.log\n1: find'],
  ['each file can be limited', { pattern: 'find', max_matches_per_file: 1 }, `a.txt\n2: Two find\n\n${B}\n1: find a`],
  [
    'all can be limited, and that there is more is said',
    { pattern: 'find', total_max_matches: 2 },
    `a.txt\n2: Two find\n\n${B}\n1: find a\n[More than 2 matches. Narrow the search, or raise total_max_matches.]`,
  ],
];
test.each(cases)('%s', async (_, input, text) => {
  const outcome = await run(input);
  expect([outcome.ok, toText(outcome.content)]).toEqual([true, text]);
});

test.each([
  [{ pattern: '(' }, 'invalid_pattern'],
  [{ pattern: 'a', exclude_pattern: '(' }, 'invalid_pattern'],
  [{ pattern: 'a', dir_path: '..' }, 'path_outside_workspace'],
  [{ pattern: 'a', dir_path: 'none' }, 'file_not_found'],
  [{ pattern: '' }, 'invalid'],
])('refuses %j: %s', async (input, errorType) => {
  expect(await run(input)).toMatchObject({ ok: false, errorType });
});

test('reports a search that was stopped', async () => {
  expect(await run({ pattern: 'find' }, AbortSignal.abort())).toMatchObject({ ok: false, errorType: 'aborted' });
});

test('shows files that may hold keys only if they are named', async () => {
  put('.env', 'KEY=find me');
  put('conf/.env.local', 'find');
  put('service-account.json', '"find"');
  put('other.json', '"find"');
  const guarded = { ...workspace, isProtected: (path: string) => /\.env|service/.test(path) };
  const ask = async (input: object): Promise<string> => {
    const parsed = grepSearch.parse({ pattern: 'find', names_only: true, ...input });
    if (!parsed.ok) return parsed.text;
    const { signal } = new AbortController();
    return toText((await parsed.call.run({ workspace: guarded, signal, key: 'k', update: () => {} })).content);
  };
  const note = (names: string): string =>
    `[Not shown because they may hold keys: ${names}. To search one of them, set dir_path to its path.]`;
  expect(await ask({})).toBe(`a.txt\nother.json\n${B}\n${note('.env, conf/.env.local, service-account.json')}`);
  expect(await ask({ pattern: 'find me' })).toBe(`No match for find me.\n${note('.env')}`);
  expect(await ask({ include_pattern: '*.json' })).toBe(`other.json\n${note('service-account.json')}`);
  expect(await ask({ include_pattern: '.env*' })).toBe('.env\nconf/.env.local');
  expect(await ask({ dir_path: '.env' })).toBe('.env');
});
