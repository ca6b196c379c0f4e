import { estimateJson, estimateTokens, type TokenFamily } from '@bowline/context';
import type { ApprovalMode } from '@bowline/protocol';
import type { Journal } from '../journal/journal.ts';
import type { Declarable } from '../adk/tool-declarations.ts';

/**
 * Tokens of the instruction and declarations in every request, by mode. Counts every tool, even those that the mode
 * leaves out.
 */
export function createOverhead(
  tools: readonly Declarable[],
  {
    instruction,
    journal,
    family,
  }: {
    readonly instruction: (mode: ApprovalMode) => string;
    readonly journal: Journal;
    readonly family: TokenFamily;
  },
): () => number {
  const known = new Map<ApprovalMode, number>();
  const declarations = tools.map(({ name, description, parameters }) => ({ name, description, parameters }));
  return () => {
    const { mode } = journal.session;
    const tokens = known.get(mode) ?? estimateTokens(instruction(mode), family) + estimateJson(declarations, family);
    known.set(mode, tokens);
    return tokens;
  };
}
