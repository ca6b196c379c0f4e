import type { AgentEvent } from './events.ts';
import type { InputRequest } from './inputs.ts';
import type { AgentSend } from './send.ts';
import type { ApprovalMode } from './approval-modes.ts';

/** Which kept events to read; nothing given means all of the session. */
export type EventQuery =
  { readonly streamId: string } | { readonly from: string } | { readonly after: string } | Record<string, never>;

/** Where a session stands, for a surface that has just come to it. */
export interface SessionStatus {
  readonly sessionId: string;
  /** The stream that has not ended, running or resting; null when the agent waits for a message. */
  readonly activeStreamId: string | null;
  readonly pendingInputs: readonly InputRequest[];
  /** Until when the stream rests by itself, for a quota to be back; null when it does not. */
  readonly waitsUntil: string | null;
  readonly mode: ApprovalMode;
  readonly model: string | null;
  readonly title: string | null;
  /** Whether commands are sandboxed. Absent: unknown. */
  readonly isConfined?: boolean | undefined;
}

/** What every agent is to every surface: in this process, in another, on another machine. */
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
   * Reads what is kept, oldest first, up to now, and never ahead of what subscribers have heard.
   * An unknown id is an error, never a wait.
   */
  events(query?: EventQuery): AsyncIterable<AgentEvent>;
  status(): Promise<SessionStatus>;
  /** Acknowledged at once; the end arrives as `agent_end` with reason `aborted`. Does nothing when no stream is open. */
  abort(): Promise<void>;
}
