import type { AgentEventBody, EndReason, InputRequest, JsonObject } from '@bowline/protocol';

/** A call in a planned turn, and its result. */
export interface PlannedCall {
  readonly name: string;
  readonly args?: JsonObject;
  readonly result: string;
  readonly isError?: boolean;
  /** The call needs approval. */
  readonly isAsked?: boolean;
  /** The call never returns; only an abort ends it. */
  readonly isEndless?: boolean;
}

/** One step of a turn, described without a model, so that any implementation can play it. */
export type PlannedStep =
  | { readonly kind: 'text'; readonly chunks: readonly string[] }
  | { readonly kind: 'calls'; readonly calls: readonly PlannedCall[] }
  | { readonly kind: 'endless' }
  | { readonly kind: 'failure'; readonly code: string; readonly message: string }
  | { readonly kind: 'end'; readonly reason: EndReason };

/** The agent's turn for one message. A turn without a final step completes. */
export type TurnPlan = readonly PlannedStep[];

/** Steps that only a script can play: any event of the protocol, even one that no implementation emits yet. */
export type PlayedStep =
  | { readonly kind: 'events'; readonly events: readonly PlayedEvent[] }
  | { readonly kind: 'question'; readonly request: InputRequest };

/** An event in a script; with `threadId` it belongs to a subagent. */
export type PlayedEvent = AgentEventBody & { readonly threadId?: string };

/** A turn that only the scripted agent can play. */
export type PlayedTurn = readonly (PlannedStep | PlayedStep)[];

/** Emits these events in order. */
export const emits = (...events: readonly PlayedEvent[]): PlayedStep => ({ kind: 'events', events });

/** Asks this question and pauses until it is answered. */
export const asks = (request: InputRequest): PlayedStep => ({ kind: 'question', request });

/** Sends a message in these chunks. */
export const says = (...chunks: readonly string[]): PlannedStep => ({ kind: 'text', chunks });

/** Makes these calls in one batch. */
export const calls = (...batch: readonly PlannedCall[]): PlannedStep => ({ kind: 'calls', calls: batch });

/** Sends nothing more until it is aborted. */
export const hangs = (): PlannedStep => ({ kind: 'endless' });

/** Fails the turn. */
export const fails = (code: string, message: string): PlannedStep => ({ kind: 'failure', code, message });
