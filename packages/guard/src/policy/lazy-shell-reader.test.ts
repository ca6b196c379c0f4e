import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { createLazyShellReader, type GrammarFiles } from './lazy-shell-reader.ts';

test('sessions of a process share one reader, even if they open it concurrently', async () => {
  const [one, two] = await Promise.all([createLazyShellReader(undefined)(), createLazyShellReader(undefined)()]);
  expect(one).toBe(two);
  expect(one.read('ls -l').kind).not.toBe('not_understood');
});

test('files that cannot be read are an error each time', async () => {
  const read = createLazyShellReader({ runtime: '/none', grammar: '/none' });
  for (const _ of ['once', 'again']) await expect(read()).rejects.toMatchObject({ code: 'ENOENT' });
});

test('the grammar is compiled once, and a program can do something before and after that', async () => {
  const calls: string[] = [];
  const installed = fileURLToPath(import.meta.resolve('web-tree-sitter/web-tree-sitter.wasm'));
  // Another spelling, since the reader of the installed files may be open already.
  const whileCompiling: GrammarFiles['whileCompiling'] = async (compile) => {
    calls.push('before');
    const reader = await compile();
    calls.push('after');
    return reader;
  };
  const files = { runtime: `/.${installed}`, whileCompiling };
  await Promise.all([createLazyShellReader(files)(), createLazyShellReader(files)()]);
  expect(calls).toEqual(['before', 'after']);
});
