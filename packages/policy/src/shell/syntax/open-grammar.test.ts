import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { expect, test } from 'vitest';
import { openGrammar } from './open-grammar.ts';

const bytesOf = (file: string): Uint8Array => readFileSync(createRequire(import.meta.url).resolve(file));

// In a file of its own, because only the first parsers of a process are opened before any other.
test('parsers that are opened concurrently, before any other, all work', async () => {
  const bytes = {
    runtime: bytesOf('web-tree-sitter/web-tree-sitter.wasm'),
    grammar: bytesOf('tree-sitter-bash/tree-sitter-bash.wasm'),
  };
  const opened = await Promise.all(Array.from({ length: 4 }, () => openGrammar(bytes)));
  const read = opened.map((parse) => parse('ls -l | wc -l'));
  expect(read.map(({ kind }) => kind)).toEqual(['read', 'read', 'read', 'read']);
});
