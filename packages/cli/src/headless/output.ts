import type { AgentEvent, InputRequest } from '@bowline/protocol';
import type { Denial } from './to-denial.ts';

/** How a run ended, for the last lines of its output. */
export interface RunEnd {
  readonly sessionId: string;
  readonly error?: { readonly code: string; readonly message: string; readonly hint?: string | undefined } | undefined;
  /** What a person has to answer before the session goes on. */
  readonly pending: readonly InputRequest[];
  /** The calls that were not allowed. */
  readonly denials: readonly Denial[];
  /** What the answer says, where it was asked for by a schema and fits it. */
  readonly structured?: { readonly data: unknown } | undefined;
}

/** One way to show a run on stdout. */
export interface Output {
  event(event: AgentEvent): void;
  /** Something that the person should know, which no event tells; they also read it on stderr. */
  warn(text: string): void;
  end(end: RunEnd): void;
}
