import { planCompaction } from '../compaction/plan-compaction.ts';
import { planMasking, type MaskingRules } from '../masking/plan-masking.ts';
import type { ContextEntry } from './context-entry.ts';

/** What the next request would show. */
export interface ContextFacts {
  readonly entries: readonly ContextEntry[];
  /** Of the whole request, instruction and declarations too: as measured last, and estimated since. */
  readonly tokens: number;
  readonly window: number;
  /** The size at which a summary was last refused; it is not tried again before there is more to gain. */
  readonly rejectedAt: number | null;
}

/** When something is done about the size of a request. */
export interface ContextRules {
  /** Share of the window from which on the history is summarised; by the window's size when nothing is said. */
  readonly compactAt?: number | undefined;
  readonly masking?: MaskingRules | undefined;
}

/** What has to happen before the next request can be sent. */
export type ContextPlan =
  | { readonly kind: 'fits' }
  | { readonly kind: 'mask'; readonly callIds: readonly string[] }
  | { readonly kind: 'compact'; readonly through: number }
  | { readonly kind: 'overflow'; readonly tokens: number; readonly window: number };

/** Counting is not exact: what comes this near to the window is not sent. */
const MARGIN = 0.98;
/** Share of the window that stays word for word. */
const KEEP = 0.3;
/** A large window is worth leaving half empty: models lose the thread long before it is full. */
const LARGE = { window: 500_000, compactAt: 0.5 } as const;
const COMPACT_AT = 0.8;
/** How much more there must be before a summary is tried again that was refused. */
const MORE = 1.1;

/** What has to happen before the next request. Pure: the same history gives the same plan. */
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

/** How much stays word for word when a history of this size is summarised. */
export function keepOf(tokens: number, window: number): number {
  return Math.min(tokens, window) * KEEP;
}
