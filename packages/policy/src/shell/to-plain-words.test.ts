import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { expect, test } from 'vitest';
import { openShellReader } from './open-shell-reader.ts';

const bytesOf = (file: string): Uint8Array => readFileSync(createRequire(import.meta.url).resolve(file));
const reader = await openShellReader({
  runtime: bytesOf('web-tree-sitter/web-tree-sitter.wasm'),
  grammar: bytesOf('tree-sitter-bash/tree-sitter-bash.wasm'),
});

test.each([
  ['ls -la', ['ls', '-la']],
  ['  git   log --oneline  ', ['git', 'log', '--oneline']],
  [`grep 'a b*' "c d" e\\ f`, ['grep', 'a b*', 'c d', 'e f']],
  ['timeout 5 ls', ['timeout', '5', 'ls']],
  [`cat ''`, ['cat', '']],
  ['./x.sh', ['./x.sh']],
])('%j needs no shell', (line, words) => {
  expect(reader.read(line)).toMatchObject({ kind: 'understood', words });
});

test.each([
  'ls; ls',
  'ls && ls',
  'ls | wc',
  'ls &',
  'ls *',
  'ls $HOME',
  'ls ~',
  'ls {a,b}',
  'ls 2>&1',
  'ls 2>/dev/null',
  'cat < a',
  'ls > a',
  'CI=1 ls',
  '! ls',
  '(ls)',
  '{ ls; }',
  'time ls',
  'cd src',
  'echo a',
  'printf a',
  'test -f a',
  '[ -f a ]',
  'ls "$x"',
  'ls $(pwd)',
  'ls # all',
  'ls \\\n a',
])('%j needs a shell', (line) => {
  expect(reader.read(line)).not.toHaveProperty('words');
});
