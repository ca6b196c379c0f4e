import type { AgentEvent, InputRequest } from '@bowline/protocol';
import type { Denial } from './to-denial.ts';

/** How a run ended, for the last lines of its output. */
export interface RunEnd {
  readonly sessionId: string;
  readonly error?: { readonly code: string; readonly message: string; readonly hint?: string | undefined } | undefined;
  /** The approvals that the session needs to continue. */
  readonly pending: readonly InputRequest[];
  /** The denied calls. */
  readonly denials: readonly Denial[];
  /** The answer as data, if a schema was given and it matches. */
  readonly structured?: { readonly data: unknown } | undefined;
}

/** One way to show a run on stdout. */
export interface Output {
  event(event: AgentEvent): void;
  /** A warning that is not an event; it is also printed on stderr. */
  warn(text: string): void;
  end(end: RunEnd): void;
}
