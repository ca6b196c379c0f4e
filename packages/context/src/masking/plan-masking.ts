import type { ContextEntry, ContextResult } from '../view/context-entry.ts';

/** Which results are not masked. */
export interface MaskingRules {
  /** The newest results, up to this many tokens. */
  readonly protectedTokens: number;
  /** The minimum gain: every change of earlier content invalidates the provider's cache. */
  readonly leastTokens: number;
  /** Smaller results are not worth a file. */
  readonly smallestTokens: number;
  /** Tools whose results are never masked: user answers and the agent's own plan. */
  readonly exempt: ReadonlySet<string>;
}

export const defaultMasking: MaskingRules = {
  protectedTokens: 50_000,
  leastTokens: 30_000,
  smallestTokens: 300,
  exempt: new Set(['activate_skill', 'apply_changes', 'ask_user', 'enter_plan_mode', 'exit_plan_mode', 'write_todos']),
};

/**
 * The calls whose results to mask now, oldest first. Empty if it is not worth it.
 *
 * The results of the last batch stay, because the model is about to read them. Masked results no longer count, so
 * planning again for the same contents finds nothing.
 */
export function planMasking(entries: readonly ContextEntry[], rules: MaskingRules = defaultMasking): readonly string[] {
  const lastBatch = entries.findLastIndex((entry) => entry.results.length > 0);
  const prunable: string[] = [];
  let newer = 0;
  let saved = 0;
  for (let n = lastBatch; n >= 0; n -= 1) {
    for (const result of entries[n]?.results.toReversed() ?? []) {
      const { callId, tool, tokens } = result;
      if (isSettled(result) || rules.exempt.has(tool)) continue;
      const isProtected = n === lastBatch || newer < rules.protectedTokens;
      newer += tokens;
      if (isProtected || tokens < rules.smallestTokens) continue;
      prunable.push(callId);
      saved += tokens;
    }
  }
  return saved >= rules.leastTokens ? prunable.reverse() : [];
}

/** Masked already, or back at the user's request. */
const isSettled = ({ isMasked, isKept = false }: ContextResult): boolean => isMasked || isKept;
