import { planCompaction } from './compaction/plan-compaction.ts';
import { planMasking, type MaskingRules } from './masking/plan-masking.ts';
import type { ContextEntry } from './view/context-entry.ts';

/** Facts about the next request. */
export interface ContextFacts {
  readonly entries: readonly ContextEntry[];
  /**
   * The size of the whole request, including instruction and declarations: measured last time, plus an estimate since.
   */
  readonly tokens: number;
  readonly window: number;
  /** The size at which a summary was last rejected. It is not retried before there is more to gain. */
  readonly rejectedAt: number | null;
}

/** When to reduce the size of a request. */
export interface ContextRules {
  /** The share of the window at which the history is summarized. Default: depends on the window size. */
  readonly compactAt?: number | undefined;
  readonly masking?: MaskingRules | undefined;
}

/** What to do before the next request. */
export type ContextPlan =
  | { readonly kind: 'fits' }
  | { readonly kind: 'mask'; readonly callIds: readonly string[] }
  | { readonly kind: 'compact'; readonly through: number }
  | { readonly kind: 'overflow'; readonly tokens: number; readonly window: number };

/** Estimates are not exact: requests this close to the window are not sent. */
const MARGIN = 0.98;
/** Share of the window that stays verbatim. */
const KEEP = 0.3;
/** Large windows are compacted at half: models lose track long before the window is full. */
const LARGE = { window: 500_000, compactAt: 0.5 } as const;
const COMPACT_AT = 0.8;
/** How much larger the history must be before a rejected summary is retried. */
const MORE = 1.1;

/** Plans what to do before the next request. Pure. */
export function planContext(facts: ContextFacts, rules: ContextRules = {}): ContextPlan {
  const { entries, tokens, window } = facts;
  const callIds = planMasking(entries, rules.masking);
  if (callIds.length > 0) return { kind: 'mask', callIds };
  const { compactAt = window >= LARGE.window ? LARGE.compactAt : COMPACT_AT } = rules;
  const isOver = tokens > window * MARGIN;
  if (tokens < window * compactAt && !isOver) return { kind: 'fits' };
  const mayTry = facts.rejectedAt === null || tokens >= facts.rejectedAt * MORE;
  const cut = mayTry ? planCompaction(entries, keepOf(tokens, window)) : undefined;
  if (cut !== undefined) return { kind: 'compact', through: cut.through };
  return isOver ? { kind: 'overflow', tokens, window } : { kind: 'fits' };
}

/** How much of a history of this size stays verbatim. */
export function keepOf(tokens: number, window: number): number {
  return Math.min(tokens, window) * KEEP;
}
