import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { setFlagsFromString } from 'node:v8';
import { openShellReader, type ShellReader } from '@bowline/policy';

/** Where the parser and its grammar are, as files. */
export interface GrammarFiles {
  readonly runtime: string;
  readonly grammar: string;
}

/** A process has one for all its sessions: a parser is never given back, and a worker opens sessions by the thousand. */
const opened = new Map<string, Promise<ShellReader>>();

/** A reader of command lines that is opened when it is first needed: the grammar is a megabyte. */
export function createLazyShellReader(files: GrammarFiles | undefined): () => Promise<ShellReader> {
  return async () => {
    const wanted = files ?? installedFiles();
    const key = JSON.stringify([wanted.runtime, wanted.grammar]);
    const reader = opened.get(key) ?? open(wanted);
    opened.set(key, reader);
    try {
      return await reader;
    } catch (thrown) {
      opened.delete(key);
      throw thrown;
    }
  };
}

async function open({ runtime, grammar }: GrammarFiles): Promise<ShellReader> {
  // The optimizing compiler takes 500 MB for the grammar's one huge function, and saves microseconds a command.
  for (const flag of ['--liftoff-only', '--no-wasm-tier-up', '--no-wasm-dynamic-tiering']) setFlagsFromString(flag);
  const [runtimeBytes, grammarBytes] = await Promise.all([readFile(runtime), readFile(grammar)]);
  return await openShellReader({ runtime: runtimeBytes, grammar: grammarBytes });
}

function installedFiles(): GrammarFiles {
  return {
    runtime: fileURLToPath(import.meta.resolve('web-tree-sitter/web-tree-sitter.wasm')),
    grammar: fileURLToPath(import.meta.resolve('tree-sitter-bash/tree-sitter-bash.wasm')),
  };
}
