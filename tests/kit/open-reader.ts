import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { setFlagsFromString } from 'node:v8';
import { Language, Parser } from 'web-tree-sitter';
import { compilerFlags } from '../../packages/cli/src/start/compiler-flags.ts';
import { openShellReader } from '../../packages/policy/src/shell/open-shell-reader.ts';
import type { ShellReader } from '../../packages/policy/src/shell/shell-line.ts';

/** Opens the shell reader with the grammar of the installed packages. */
export async function openReader(): Promise<ShellReader> {
  // As the command does.
  for (const flag of compilerFlags) setFlagsFromString(flag);
  return openShellReader(grammarBytes());
}

/** Opens a function that tells whether the grammar finds a mistake in a line, with a separate parser. */
export async function openMistakeFinder(): Promise<(line: string) => boolean> {
  const { runtime, grammar } = grammarBytes();
  await Parser.init({ wasmBinary: runtime });
  const parser = new Parser();
  parser.setLanguage(await Language.load(grammar));
  return (line) => {
    const tree = parser.parse(line);
    const hasMistake = tree?.rootNode.hasError ?? true;
    tree?.delete();
    return hasMistake;
  };
}

function grammarBytes(): { readonly runtime: Uint8Array; readonly grammar: Uint8Array } {
  const { resolve } = createRequire(new URL('../../packages/policy/src/index.ts', import.meta.url));
  return {
    runtime: readFileSync(resolve('web-tree-sitter/web-tree-sitter.wasm')),
    grammar: readFileSync(resolve('tree-sitter-bash/tree-sitter-bash.wasm')),
  };
}
