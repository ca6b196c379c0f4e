import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { openShellReader, type ShellReader } from '@bowline/policy';

/** Where the parser and its grammar are, as files. Default: those of the installed packages. */
export interface GrammarFiles {
  readonly runtime?: string | undefined;
  readonly grammar?: string | undefined;
  /** Called before the grammar is first compiled. A program can then set flags of its process. */
  readonly beforeCompile?: (() => void) | undefined;
}

interface FoundFiles {
  readonly runtime: string;
  readonly grammar: string;
}

/** All sessions of a process share a reader: a parser is never freed, and a worker opens thousands of sessions. */
const opened = new Map<string, Promise<ShellReader>>();

/** A reader of command lines that is opened on first use, because the grammar is a megabyte. */
export function createLazyShellReader(files: GrammarFiles = {}): () => Promise<ShellReader> {
  return async () => {
    const wanted = findFiles(files);
    const key = JSON.stringify([wanted.runtime, wanted.grammar]);
    const reader = opened.get(key) ?? open(wanted, files.beforeCompile);
    opened.set(key, reader);
    try {
      return await reader;
    } catch (thrown) {
      opened.delete(key);
      throw thrown;
    }
  };
}

async function open({ runtime, grammar }: FoundFiles, beforeCompile?: () => void): Promise<ShellReader> {
  beforeCompile?.();
  const [runtimeBytes, grammarBytes] = await Promise.all([readFile(runtime), readFile(grammar)]);
  return await openShellReader({ runtime: runtimeBytes, grammar: grammarBytes });
}

function findFiles({ runtime, grammar }: GrammarFiles): FoundFiles {
  return {
    runtime: runtime ?? fileURLToPath(import.meta.resolve('web-tree-sitter/web-tree-sitter.wasm')),
    grammar: grammar ?? fileURLToPath(import.meta.resolve('tree-sitter-bash/tree-sitter-bash.wasm')),
  };
}
