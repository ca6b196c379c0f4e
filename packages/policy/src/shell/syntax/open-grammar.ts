import type * as TreeSitter from 'web-tree-sitter';
import { limits } from './limits.ts';
import { readTree, type ReadTree } from './read-tree.ts';

/** The bytes of `web-tree-sitter.wasm` and of `tree-sitter-bash.wasm`. */
export interface GrammarBytes {
  readonly runtime: Uint8Array;
  readonly grammar: Uint8Array;
}

/** Parses a line with the Bash grammar. */
export type ParseLine = (line: string) => ReadTree;

/** The engine compiles code on first use, which takes a tenth of a second that no decision should wait for. */
const WARM_UP = 'A=1 a -b "c $d" \'e\' f"g$(h)" 2>&1 >i | [ -f j ] && (k; ! l) || { m; }\n';

let starting: Promise<void> | undefined;

/** Shares one start, because after two concurrent starts each caller would have a grammar of the other's runtime. */
async function startRuntime(Parser: typeof TreeSitter.Parser, wasmBinary: Uint8Array): Promise<void> {
  starting ??= Parser.init({ wasmBinary });
  try {
    await starting;
  } catch (thrown) {
    starting = undefined;
    throw thrown;
  }
}

/** Creates a parser. The whole process shares one runtime, so runtime bytes that are passed later are ignored. */
export async function openGrammar({ runtime, grammar }: GrammarBytes): Promise<ParseLine> {
  // Loaded with the first command, so that sessions without commands do not wait for it.
  const { Language, Parser } = await import('web-tree-sitter');
  await startRuntime(Parser, runtime);
  const parser = new Parser();
  parser.setLanguage(await Language.load(grammar));
  const parse: ParseLine = (line) => {
    let ticks = 0;
    const progressCallback = (): boolean => {
      ticks += 1;
      return ticks > limits.parserTicks;
    };
    const tree = parser.parse(line, null, { progressCallback });
    if (tree === null) {
      parser.reset();
      return { kind: 'refused', node: 'it is too complex for the parser' };
    }
    const read = readTree(tree);
    tree.delete();
    return read;
  };
  parse(WARM_UP);
  return parse;
}
