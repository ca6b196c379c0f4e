import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { expect, test } from 'vitest';
import { openGrammar } from './open-grammar.ts';

const bytesOf = (file: string): Uint8Array => readFileSync(createRequire(import.meta.url).resolve(file));

// Alone in its file: only the first of a process can be opened while nothing is.
test('several that are opened at once, before any other was, all read', async () => {
  const bytes = {
    runtime: bytesOf('web-tree-sitter/web-tree-sitter.wasm'),
    grammar: bytesOf('tree-sitter-bash/tree-sitter-bash.wasm'),
  };
  const opened = await Promise.all(Array.from({ length: 4 }, () => openGrammar(bytes)));
  const read = opened.map((parse) => parse('ls -l | wc -l'));
  expect(read.map(({ kind }) => kind)).toEqual(['read', 'read', 'read', 'read']);
});
