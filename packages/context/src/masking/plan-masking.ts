import type { ContextEntry } from '../view/context-entry.ts';

/** What of the results of calls stays as it is. */
export interface MaskingRules {
  /** The newest results, up to so many tokens. */
  readonly protectedTokens: number;
  /** Nothing is done for less than this: every change of what was sent before costs the provider's cache. */
  readonly leastTokens: number;
  /** A result that is smaller than this is not worth a file. */
  readonly smallestTokens: number;
  /** Tools whose results are never masked: what a person said, and what the agent is to go by. */
  readonly exempt: ReadonlySet<string>;
}

export const defaultMasking: MaskingRules = {
  protectedTokens: 50_000,
  leastTokens: 30_000,
  smallestTokens: 300,
  exempt: new Set(['activate_skill', 'ask_user', 'enter_plan_mode', 'exit_plan_mode', 'write_todos']),
};

/**
 * The calls whose results are to be masked now, oldest first; none when it is not worth it.
 *
 * The results of the last batch are what the model is about to look at: they stay, whatever their size. What is masked
 * already counts no more, so that a second look at the same contents finds nothing to do.
 */
export function planMasking(entries: readonly ContextEntry[], rules: MaskingRules = defaultMasking): readonly string[] {
  const lastBatch = entries.findLastIndex((entry) => entry.results.length > 0);
  const prunable: string[] = [];
  let newer = 0;
  let saved = 0;
  for (let n = lastBatch; n >= 0; n -= 1) {
    for (const { callId, tool, tokens, isMasked } of entries[n]?.results.toReversed() ?? []) {
      if (isMasked || rules.exempt.has(tool)) continue;
      const isProtected = n === lastBatch || newer < rules.protectedTokens;
      newer += tokens;
      if (isProtected || tokens < rules.smallestTokens) continue;
      prunable.push(callId);
      saved += tokens;
    }
  }
  return saved >= rules.leastTokens ? prunable.reverse() : [];
}
