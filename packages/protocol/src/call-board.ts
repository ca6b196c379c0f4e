import type { AgentEvent } from './events.ts';
import type { Executor } from './vocabulary.ts';

/** Where a call is. `deciding` is the moment between the model's wish and the verdict. */
export type CallStatus =
  'requested' | 'deciding' | 'awaiting' | 'running' | 'finished' | 'failed' | 'denied' | 'interrupted';

/** One call as a surface shows it, with when it came to each point. */
export interface BoardCall {
  readonly callId: string;
  readonly name: string;
  /** Who runs it. */
  readonly executor: Executor;
  readonly status: CallStatus;
  readonly requestedAt: string;
  readonly decidedAt?: string;
  readonly startedAt?: string;
  readonly endedAt?: string;
  /** The rule that decided, as a person can find it. */
  readonly rule?: string;
}

/** Calls by their ids, in the order in which they were asked for. */
export type CallBoard = ReadonlyMap<string, BoardCall>;

/** The board after one more event. Pure: live or on replay, every surface sees the same. */
export function stepBoard(board: CallBoard, event: AgentEvent): CallBoard {
  switch (event.type) {
    case 'tool_request': {
      const { callId, name, executor, at } = event;
      return new Map(board).set(callId, { callId, name, executor, status: 'deciding', requestedAt: at });
    }
    case 'tool_status':
      return change(board, event.callId, (call) => toStatus(call, event));
    case 'input_response':
      return board;
    case 'tool_response':
      return change(board, event.callId, (call) => ({ ...call, status: toEnd(event), endedAt: event.at }));
    default:
      return board;
  }
}

function change(board: CallBoard, callId: string, next: (call: BoardCall) => BoardCall): CallBoard {
  const call = board.get(callId);
  return call === undefined ? board : new Map(board).set(callId, next(call));
}

function toStatus(call: BoardCall, { status, rule, at }: Extract<AgentEvent, { type: 'tool_status' }>): BoardCall {
  const decided = { ...call, decidedAt: call.decidedAt ?? at, ...(rule === undefined ? {} : { rule }) };
  switch (status) {
    case 'allowed':
      // The host begins when it is told to.
      if (call.executor === 'host') return decided;
      // A read without approval has no start record in the log: it has no effect to know about.
      return { ...decided, status: 'running', startedAt: at };
    case 'running':
      return { ...call, status: 'running', startedAt: at };
    case 'awaiting':
    case 'denied':
      return { ...decided, status };
  }
}

const denials: ReadonlySet<string> = new Set(['policy_violation', 'denied', 'tool_not_registered']);

function toEnd({ isError, errorType }: Extract<AgentEvent, { type: 'tool_response' }>): CallStatus {
  if (!isError) return 'finished';
  if (errorType === 'interrupted') return 'interrupted';
  return errorType !== undefined && denials.has(errorType) ? 'denied' : 'failed';
}
