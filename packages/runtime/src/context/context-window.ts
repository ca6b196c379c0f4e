import {
  keepOf,
  planCompaction,
  planContext,
  type CompactionPlan,
  type ContextPlan,
  type ContextRules,
} from '@bowline/context';
import type { ContextUse } from '@bowline/protocol';
import type { NewRecord } from '@bowline/log';
import type { AskModel } from '@bowline/models';
import type { History } from '../journal/history.ts';
import type { Journal } from '../journal/journal.ts';
import type { SaveArtifact } from '../dispatch/truncate-outcome.ts';
import type { CompactionHook, CompactionParts } from './compact-history.ts';
import { maskResults } from './mask-results.ts';

export interface ContextWindowParts {
  readonly journal: Journal;
  readonly ask: AskModel;
  /** For optional questions. */
  readonly advise: AskModel;
  readonly rules: ContextRules;
  /** The context window of the next model. */
  readonly window: () => number;
  /** Tokens that every request has besides the history. */
  readonly overhead: () => number;
  readonly saveArtifact: SaveArtifact;
  readonly beforeCompaction?: CompactionHook | undefined;
}

/** Decides what the model sees and applies it: what is masked, what is summarized and what does not fit. */
export class ContextWindow {
  readonly #parts: ContextWindowParts;

  constructor(parts: ContextWindowParts) {
    this.#parts = parts;
  }

  /** What must be done before the next request. */
  fit(): ContextPlan {
    const { journal, window, rules } = this.#parts;
    const { rejectedAt } = journal.turn.compaction;
    const { entries } = journal.history;
    return planContext({ entries, tokens: this.#tokens, window: window(), rejectedAt }, rules);
  }

  /** Where to cut the history when a shorter one is requested. */
  cut(): CompactionPlan | undefined {
    return planCompaction(this.#parts.journal.history.entries, keepOf(this.#tokens, this.#parts.window()));
  }

  /** How full the window is with the next request. */
  use(history: History = this.#parts.journal.history): ContextUse {
    return { tokens: this.#tokensOf(history), window: this.#parts.window() };
  }

  async mask(callIds: readonly string[]): Promise<readonly NewRecord[]> {
    return [await maskResults(callIds, this.#parts)];
  }

  async summarize(through: number, signal: AbortSignal): Promise<readonly NewRecord[]> {
    const { summarize } = await import('./compact-history.ts'); // most sessions never need it
    return await summarize(through, this.#compaction, signal);
  }

  async checkSummary(signal: AbortSignal): Promise<readonly NewRecord[]> {
    const { checkSummary } = await import('./compact-history.ts');
    return await checkSummary(this.#compaction, signal);
  }

  async checkLoop(signal: AbortSignal): Promise<readonly NewRecord[]> {
    const { checkLoop } = await import('./check-loop.ts');
    return await checkLoop(this.#parts, signal);
  }

  get #compaction(): CompactionParts {
    return { ...this.#parts, tokens: this.#tokens };
  }

  get #tokens(): number {
    return this.#tokensOf(this.#parts.journal.history);
  }

  #tokensOf({ gauge }: History): number {
    gauge.overhead = this.#parts.overhead();
    return gauge.tokens;
  }
}
