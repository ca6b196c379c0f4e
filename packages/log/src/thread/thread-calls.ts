import { AgentError, type AgentErrorCode, type AgentErrorOptions } from '@bowline/protocol';
import type { EngineHost } from '../sqlite/engine-host.ts';
import type { SessionEngine } from '../sqlite/session-engine.ts';

type Operation = Exclude<keyof SessionEngine, 'opened'>;

/** A call to an engine in another thread; `engine` is the number that identifies it on both sides. */
export type EngineCall = { readonly engine: number } & (
  | { readonly op: 'openWriter'; readonly args: Parameters<EngineHost['openWriter']> }
  | { readonly op: 'openViewer'; readonly args: Parameters<EngineHost['openViewer']> }
  | { [Op in Operation]: { readonly op: Op; readonly args: Parameters<SessionEngine[Op]> } }[Operation]
);

export interface Call {
  readonly id: number;
  readonly call: EngineCall;
}

/** The response to a call; an error is sent between threads as its parts. */
export type Answer = { readonly id: number } & (
  | { readonly ok: true; readonly value: unknown }
  | {
      readonly ok: false;
      readonly error: { readonly code: AgentErrorCode; readonly message: string; readonly options: AgentErrorOptions };
    }
);

/** Runs the work and wraps its result or error. */
export function toAnswer(id: number, work: () => unknown): Answer {
  try {
    return { id, ok: true, value: work() };
  } catch (thrown) {
    const { code, message, facts } = AgentError.from(thrown);
    return { id, ok: false, error: { code, message, options: facts } };
  }
}
