import { toText } from '@bowline/protocol';
import { mkdirSync, mkdtempSync, readFileSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { fail, type ToolOutcome } from '../define-tool.ts';
import { openLocalHost, type LocalHost } from '../local-host/open-local-host.ts';
import { replace } from './replace.ts';

let folder = '';
let host: LocalHost;
beforeEach(() => {
  folder = realpathSync(mkdtempSync(join(tmpdir(), 'bowline-')));
  const process = { supervisorEntry: '', execPath: '', execArgv: [], env: {} };
  host = openLocalHost({ workspace: folder, directories: [], stateFolder: join(folder, '.state'), ...process });
});
afterEach(() => {
  rmSync(folder, { recursive: true });
});

async function run(input: unknown, signal = new AbortController().signal): Promise<ToolOutcome> {
  const parsed = replace.parse(input);
  if (!parsed.ok) return fail('invalid', parsed.text);
  return parsed.call.run({ host, signal, key: 'k', keep: async (name) => name, update: () => {} });
}

function put(name: string, content: string | Uint8Array): void {
  mkdirSync(dirname(join(folder, name)), { recursive: true });
  writeFileSync(join(folder, name), content);
}

const instruction = 'test';
const read = (): string => readFileSync(join(folder, 'f'), 'utf8');
type Edit = { old_string: string; new_string: string; allow_multiple?: boolean };

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

test('an empty old_string makes a new file, and the diff shows it', async () => {
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
    'old_string is in f 2 times, at lines 2, 6. Add lines around the one that is meant, or set allow_multiple.',
  ],
  [
    'a wrong indentation is shown as it is',
    { old_string: 'function two() {\n  return 1;\n}', new_string: 'x' },
    'no_match',
    'old_string is not in f: 0 matches. The nearest lines are (numbers are not part of them):\n5: function two() {\n6:     return 1;\n7: }',
  ],
  [
    'a wrong word is shown as it is',
    { old_string: 'function twoo() {', new_string: 'x' },
    'no_match',
    'old_string is not in f: 0 matches. The nearest lines are (numbers are not part of them):\n5: function two() {',
  ],
  [
    'what is like nothing is said to be',
    { old_string: 'zzzz qqqq', new_string: 'x' },
    'no_match',
    'old_string is not in f: 0 matches. Nothing in it is alike: read the file again.',
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
    'f is there and not empty: say in old_string what to replace.',
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
])('%s cannot be changed: %s', async (file_path, errorType) => {
  put('bin', Buffer.from('a\0b'));
  put('wide', Buffer.from('\u{FEFF}a', 'utf16le'));
  const outcome = await run({ file_path, instruction, old_string: 'a', new_string: 'b' });
  expect(outcome).toMatchObject({ ok: false, errorType });
});
