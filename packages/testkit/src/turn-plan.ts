import type { AgentEventBody, EndReason, InputRequest, JsonObject } from '@bowline/protocol';

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

/** What only a script can make happen: any event of the contract, whether some part produces it yet or not. */
export type PlayedStep =
  | { readonly kind: 'events'; readonly events: readonly PlayedEvent[] }
  | { readonly kind: 'question'; readonly request: InputRequest };

/** An event as a script writes it; with `threadId` it is a subagent's. */
export type PlayedEvent = AgentEventBody & { readonly threadId?: string };

/** A turn for the scripted agent alone. */
export type PlayedTurn = readonly (PlannedStep | PlayedStep)[];

/** These events happen, one after the other. */
export const emits = (...events: readonly PlayedEvent[]): PlayedStep => ({ kind: 'events', events });

/** The agent asks this and rests until it is answered. */
export const asks = (request: InputRequest): PlayedStep => ({ kind: 'question', request });

/** The agent says this, in these chunks. */
export const says = (...chunks: readonly string[]): PlannedStep => ({ kind: 'text', chunks });

/** The agent makes these calls in one batch. */
export const calls = (...batch: readonly PlannedCall[]): PlannedStep => ({ kind: 'calls', calls: batch });

/** The agent says nothing more until it is aborted. */
export const hangs = (): PlannedStep => ({ kind: 'endless' });

/** The turn fails. */
export const fails = (code: string, message: string): PlannedStep => ({ kind: 'failure', code, message });
