import { AgentError, type AgentErrorCode, type AgentErrorOptions } from '@bowline/protocol';
import type { EngineHost } from '../sqlite/engine-host.ts';
import type { SessionEngine } from '../sqlite/session-engine.ts';

type Operation = Exclude<keyof SessionEngine, 'opened'>;

/** One call to an engine in another thread; `engine` is the number that both sides know it by. */
export type EngineCall = { readonly engine: number } & (
  | { readonly op: 'openWriter'; readonly args: Parameters<EngineHost['openWriter']> }
  | { readonly op: 'openViewer'; readonly args: Parameters<EngineHost['openViewer']> }
  | { [Op in Operation]: { readonly op: Op; readonly args: Parameters<SessionEngine[Op]> } }[Operation]
);

export interface Call {
  readonly id: number;
  readonly call: EngineCall;
}

/** What comes back; an error crosses the thread as its parts. */
export type Answer = { readonly id: number } & (
  | { readonly ok: true; readonly value: unknown }
  | {
      readonly ok: false;
      readonly error: { readonly code: AgentErrorCode; readonly message: string; readonly options: AgentErrorOptions };
    }
);

/** Does the work and packs what came of it. */
export function toAnswer(id: number, work: () => unknown): Answer {
  try {
    return { id, ok: true, value: work() };
  } catch (thrown) {
    const { code, message, facts } = AgentError.from(thrown);
    return { id, ok: false, error: { code, message, options: facts } };
  }
}
