import { AgentError, type AgentErrorCode, type AgentErrorOptions } from '@bowline/protocol';
import type { SnapshotEngine } from './snapshot-engine.ts';

type Operation = keyof SnapshotEngine;

/** A call to the engine in the other thread. */
export type EngineCall = {
  [Op in Operation]: { readonly op: Op; readonly args: Parameters<SnapshotEngine[Op]> };
}[Operation];

export interface Call {
  readonly id: number;
  readonly call: EngineCall;
}

/** The response to a call; an error is sent between threads as its parts. The first answer has the id 0. */
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
