import type { AgentEvent } from './events.ts';
import type { InputRequest } from './inputs.ts';
import type { AgentSend } from './send.ts';
import type { ApprovalMode } from './approval-modes.ts';

/** Selects stored events. An empty query selects the whole session. */
export type EventQuery =
  { readonly streamId: string } | { readonly from: string } | { readonly after: string } | Record<string, never>;

/** The current state of a session, for a client that has just attached. */
export interface SessionStatus {
  readonly sessionId: string;
  /** The stream that has not ended, running or paused; null when the agent is idle. */
  readonly activeStreamId: string | null;
  readonly pendingInputs: readonly InputRequest[];
  /** When a stream that waits for a quota continues on its own; null if it does not wait. */
  readonly waitsUntil: string | null;
  readonly mode: ApprovalMode;
  readonly model: string | null;
  readonly title: string | null;
  /** Whether commands are sandboxed. Absent: unknown. */
  readonly isConfined?: boolean | undefined;
}

/** The interface of an agent to its clients, whether it runs in this process, in another one or on another machine. */
export interface AgentProtocol {
  readonly sessionId: string;
  /**
   * Resolves once accepted, with the stream that will answer, before that stream's `agent_start`.
   * A message sent while a stream is open steers that stream. `streamId` is null when nothing will be streamed.
   */
  send(send: AgentSend): Promise<{ readonly streamId: string | null }>;
  /** Receives every event from now on, including live-only ones. A listener that throws or is slow affects no other. */
  subscribe(listener: (event: AgentEvent) => void): () => void;
  /**
   * Reads the stored events up to now, oldest first. Never returns an event that subscribers have not received yet.
   * An unknown id is an error; the call does not wait for it.
   */
  events(query?: EventQuery): AsyncIterable<AgentEvent>;
  status(): Promise<SessionStatus>;
  /**
   * Returns at once; the stream then ends with `agent_end` and reason `aborted`. Does nothing when no stream is open.
   */
  abort(): Promise<void>;
}
