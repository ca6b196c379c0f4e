import type { AgentEvent } from './events.ts';
import type { Executor } from './vocabulary.ts';

/**
 * The status of a tool call. `deciding` lasts from the request of the model until it is allowed, denied or needs
 * approval.
 */
export type CallStatus =
  'requested' | 'deciding' | 'awaiting' | 'running' | 'finished' | 'failed' | 'denied' | 'interrupted';

/** A tool call as a client shows it, with the time of each status change. */
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
  /** The rule that decided, in a form that the user can look up. */
  readonly rule?: string;
}

/** Tool calls by id, in the order of their requests. */
export type CallBoard = ReadonlyMap<string, BoardCall>;

/** Returns the board after one more event. Pure, so live and replayed events give the same result. */
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
      // A host starts the call when it receives `running`.
      if (call.executor === 'host') return decided;
      // A read that needs no approval has no start record in the log, because it has no effect to recover from.
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
