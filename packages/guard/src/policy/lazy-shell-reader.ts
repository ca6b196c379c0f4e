import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { openShellReader, type ShellReader } from '@bowline/policy';

/** Where the parser and its grammar are, as files. Default: those of the installed packages. */
export interface GrammarFiles {
  readonly runtime?: string | undefined;
  readonly grammar?: string | undefined;
  /** Called around the compilation of the grammar. A program can set flags of its process for that time. */
  readonly whileCompiling?: ((compile: () => Promise<ShellReader>) => Promise<ShellReader>) | undefined;
}

interface FoundFiles {
  readonly runtime: string;
  readonly grammar: string;
}

/** Reading it calls the largest functions of the grammar. */
const ANY_LINE = ':';

/** All sessions of a process share a reader: a parser is never freed, and a worker opens thousands of sessions. */
const opened = new Map<string, Promise<ShellReader>>();

/** A reader of command lines that is opened on first use, because the grammar is a megabyte. */
export function createLazyShellReader(files: GrammarFiles = {}): () => Promise<ShellReader> {
  return async () => {
    const wanted = findFiles(files);
    const key = JSON.stringify([wanted.runtime, wanted.grammar]);
    const reader = opened.get(key) ?? open(wanted, files.whileCompiling);
    opened.set(key, reader);
    try {
      return await reader;
    } catch (thrown) {
      opened.delete(key);
      throw thrown;
    }
  };
}

async function open(
  { runtime, grammar }: FoundFiles,
  whileCompiling: GrammarFiles['whileCompiling'] = (compile) => compile(),
): Promise<ShellReader> {
  const [runtimeBytes, grammarBytes] = await Promise.all([readFile(runtime), readFile(grammar)]);
  return await whileCompiling(async () => {
    const reader = await openShellReader({ runtime: runtimeBytes, grammar: grammarBytes });
    // Functions are compiled when they are first called.
    reader.read(ANY_LINE);
    return reader;
  });
}

function findFiles({ runtime, grammar }: GrammarFiles): FoundFiles {
  return {
    runtime: runtime ?? fileURLToPath(import.meta.resolve('web-tree-sitter/web-tree-sitter.wasm')),
    grammar: grammar ?? fileURLToPath(import.meta.resolve('tree-sitter-bash/tree-sitter-bash.wasm')),
  };
}
