import type { Effect, EndReason, Executor, InputOutcome, JsonObject } from '@bowline/protocol';
import type { Fold, LogRecord } from '@bowline/log';

/** A call of the current batch, as far as the log knows it. */
export interface CallState {
  readonly callId: string;
  readonly name: string;
  readonly args: JsonObject;
  readonly effect: Effect;
  readonly executor: Executor;
  /** Calls that must be finished first. */
  readonly after: readonly string[];
  readonly verdict: 'allow' | 'ask' | 'deny' | null;
  /** The question that was asked about it, and its answer. */
  readonly inputId: string | null;
  readonly outcome: InputOutcome | null;
  /** Its idempotency key, once its effect may have begun. */
  readonly key: string | null;
  readonly isFinished: boolean;
}

/** Where the open stream stands: all that is needed to say what must happen next. Small, whatever the length of the log. */
export interface TurnState {
  readonly streamId: string | null;
  /** Answers of the model in this stream. */
  readonly steps: number;
  readonly batch: readonly CallState[];
  /** Something was said or done that the model has not seen. */
  readonly isModelOwed: boolean;
  /** The last thing that a person said. */
  readonly lastSaid: number;
  /** How the stream has to end, when that is decided already. */
  readonly end: { readonly reason: EndReason; readonly message?: string | undefined } | null;
  readonly model: string | null;
}

/** No stream is open. */
export const idleTurn: TurnState = {
  streamId: null,
  steps: 0,
  batch: [],
  isModelOwed: false,
  lastSaid: 0,
  end: null,
  model: null,
};

/** The turn after one more visible record. */
// eslint-disable-next-line complexity -- one line per type of record that moves a turn
export function stepTurn(state: TurnState, record: LogRecord): TurnState {
  switch (record.type) {
    case 'stream_started':
      return { ...idleTurn, streamId: record.streamId ?? null };
    case 'stream_ended':
    case 'rewound':
    case 'session_forked':
      return idleTurn;
    case 'user_message':
    case 'steering_message':
      return { ...state, isModelOwed: true, lastSaid: record.seq };
    case 'model_selected':
      return { ...state, model: record.body.model };
    case 'model_answered':
      return {
        ...state,
        steps: state.steps + 1,
        batch: [],
        isModelOwed: isUnseen(state, record.body.seen),
        end: toEnd(record.body.finishReason),
      };
    case 'model_failed':
      return record.body.isFinal ? { ...state, end: { reason: 'failed', message: record.body.message } } : state;
    case 'limit_reached':
      return { ...state, end: toLimit(record.body.limit) };
    default:
      return stepBatch(state, record);
  }
}

/** What is said while the model speaks has not been seen by that answer. */
function isUnseen({ lastSaid }: TurnState, seen: number | undefined): boolean {
  return seen !== undefined && lastSaid > seen;
}

function stepBatch(state: TurnState, record: LogRecord): TurnState {
  switch (record.type) {
    case 'tool_requested':
      // Calls outrank the finish reason: the model is owed their results.
      return { ...state, end: null, batch: [...state.batch, toCall(record.body)] };
    case 'tool_decided':
      return change(state, record.body.callId, { verdict: record.body.verdict });
    case 'confirmation_requested': {
      const { request } = record.body;
      return request.kind === 'confirmation' ? change(state, request.callId, { inputId: request.inputId }) : state;
    }
    case 'confirmation_resolved':
      return answer(state, record.body.inputId, record.body.outcome);
    case 'confirmation_expired':
      return answer(state, record.body.inputId, { kind: 'expired' });
    case 'tool_started':
      return change(state, record.body.callId, { key: record.body.key });
    case 'tool_finished':
    case 'tool_interrupted':
      return settle(change(state, record.body.callId, { isFinished: true }));
    default:
      return state;
  }
}

function toCall(body: Extract<LogRecord, { type: 'tool_requested' }>['body']): CallState {
  const { callId, name, args, effect, executor, after = [] } = body;
  return {
    callId,
    name,
    args,
    effect,
    executor,
    after,
    verdict: null,
    inputId: null,
    outcome: null,
    key: null,
    isFinished: false,
  };
}

function change(state: TurnState, callId: string, changes: Partial<CallState>): TurnState {
  return { ...state, batch: state.batch.map((call) => (call.callId === callId ? { ...call, ...changes } : call)) };
}

function answer(state: TurnState, inputId: string, outcome: InputOutcome): TurnState {
  const call = state.batch.find((candidate) => candidate.inputId === inputId);
  const args = outcome.kind === 'confirmation' && outcome.outcome === 'edited' ? outcome.args : undefined;
  return call === undefined ? state : change(state, call.callId, { outcome, ...(args === undefined ? {} : { args }) });
}

/** A batch is a barrier: the model is owed its results when all of them are there. */
function settle(state: TurnState): TurnState {
  const isDone = state.batch.length > 0 && state.batch.every((call) => call.isFinished);
  return isDone ? { ...state, batch: [], isModelOwed: true } : state;
}

const refusals: ReadonlySet<string> = new Set([
  'SAFETY',
  'RECITATION',
  'LANGUAGE',
  'BLOCKLIST',
  'PROHIBITED_CONTENT',
  'SPII',
  'IMAGE_SAFETY',
  'IMAGE_PROHIBITED_CONTENT',
]);

const failures: ReadonlySet<string> = new Set(['MALFORMED_FUNCTION_CALL', 'UNEXPECTED_TOOL_CALL', 'OTHER']);

function toEnd(finishReason: string | undefined): TurnState['end'] {
  if (finishReason === 'ABORTED') return { reason: 'aborted' };
  if (finishReason === 'MAX_TOKENS') return { reason: 'max_output' };
  if (finishReason !== undefined && refusals.has(finishReason)) return { reason: 'refused', message: finishReason };
  if (finishReason !== undefined && failures.has(finishReason))
    return { reason: 'failed', message: `the model ended with ${finishReason}` };
  return null;
}

function toLimit(limit: string): TurnState['end'] {
  switch (limit) {
    case 'max_turns':
    case 'max_tokens':
    case 'max_cost':
    case 'max_time':
      return { reason: limit };
    default:
      return { reason: 'failed', message: `limit reached: ${limit}` };
  }
}

/** The open turn, as a fold over the log. */
export const turnFold: Fold<TurnState> = {
  name: 'turn',
  version: 2,
  initial: idleTurn,
  step: stepTurn,
  encode: (state) => JSON.stringify(state),
  decode: (text) => JSON.parse(text) as TurnState,
};
