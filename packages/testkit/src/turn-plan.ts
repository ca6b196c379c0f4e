import type { EndReason, JsonObject } from '@bowline/protocol';

/** A call that a planned turn makes, and what comes of it. */
export interface PlannedCall {
  readonly name: string;
  readonly args?: JsonObject;
  readonly result: string;
  readonly isError?: boolean;
  /** The call waits for a person first. */
  readonly isAsked?: boolean;
  /** The call never returns by itself; only an abort ends it. */
  readonly isEndless?: boolean;
}

/** One thing that happens in a turn, said without a model, so that any implementation can be made to do it. */
export type PlannedStep =
  | { readonly kind: 'text'; readonly chunks: readonly string[] }
  | { readonly kind: 'calls'; readonly calls: readonly PlannedCall[] }
  | { readonly kind: 'endless' }
  | { readonly kind: 'failure'; readonly code: string; readonly message: string }
  | { readonly kind: 'end'; readonly reason: EndReason };

/** What the agent does with one message. A turn with no step that ends it completes. */
export type TurnPlan = readonly PlannedStep[];

/** The agent says this, in these chunks. */
export const says = (...chunks: readonly string[]): PlannedStep => ({ kind: 'text', chunks });

/** The agent makes these calls in one batch. */
export const calls = (...batch: readonly PlannedCall[]): PlannedStep => ({ kind: 'calls', calls: batch });

/** The agent says nothing more until it is aborted. */
export const hangs = (): PlannedStep => ({ kind: 'endless' });

/** The turn fails. */
export const fails = (code: string, message: string): PlannedStep => ({ kind: 'failure', code, message });
