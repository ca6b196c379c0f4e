import { unreachable, type EndReason, type InputOutcome, type InputRequest } from '@bowline/protocol';
import { addUsage, type Fold, type LogRecord } from '@bowline/log';
import { reduceCompaction } from './reduce-compaction.ts';
import { endOfLoop, reduceLoop, reduceLoopCall } from './reduce-loop.ts';
import { reduceModel } from './reduce-model.ts';
import { isOwnCall } from './own-call.ts';
import { reducePending } from './reduce-pending.ts';
import { reduceRunners } from './reduce-runners.ts';
import { isModelOwed, noteRefusedApply } from './refused-apply.ts';
import { idleTurn, type BlockedRun, type CallState, type TurnState } from './turn-state.ts';

/** As many calls as may run at once when a process dies. */
const MAX_CHECKPOINTS = 24;
/** The ends of a stream that do not wait for its commands. */
const LEFT_EARLY: ReadonlySet<EndReason> = new Set(['aborted', 'max_time']);

/** The turn after one more visible record. */
// eslint-disable-next-line complexity -- one line per type of record
export function reduceTurn(state: TurnState, record: LogRecord): TurnState {
  switch (record.type) {
    case 'stream_started':
      return beginStream(state, record);
    case 'stream_ended':
    case 'rewound':
    case 'session_forked':
      return idleTurnAfter(state, record);
    case 'user_message':
    case 'steering_message':
      return { ...state, isModelOwed: true, lastSaid: record.seq, loop: reduceLoop(state.loop, record) };
    case 'model_answered':
      return {
        ...reduceModel(state, record),
        steps: state.steps + 1,
        batch: [],
        isModelOwed: isUnseen(state, record.body.seen),
        end: toEnd(record.body.finishReason),
        promptTokens: record.body.usage?.inputTokens ?? state.promptTokens,
      };
    case 'model_selected':
    case 'model_requested':
    case 'mode_changed':
    case 'model_failed':
    case 'model_fell_back':
    case 'part_set_aside':
      return reduceModel(state, record);
    case 'utility_called':
      return { ...state, spent: addUsage(state.spent, record.body.usage) };
    case 'limit_reached':
      return { ...state, end: toLimit(record.body.limit) };
    case 'loop_checked':
      return { ...state, loop: reduceLoop(state.loop, record) };
    case 'loop_detected':
      return { ...state, loop: reduceLoop(state.loop, record), end: endOfLoop(record.body) ?? state.end };
    case 'compaction_rejected':
    case 'context_compacted':
      return {
        ...state,
        compaction: reduceCompaction(state.compaction, record),
        overflow: state.overflow === 'none' ? 'none' : 'tried',
      };
    case 'compaction_requested':
    case 'compaction_drafted':
    case 'context_restored':
      return { ...state, compaction: reduceCompaction(state.compaction, record) };
    case 'tool_requested':
    case 'tool_decided':
    case 'tool_started':
    case 'tool_finished':
    case 'tool_blocked':
    case 'tool_interrupted':
    case 'input_requested':
    case 'input_resolved':
    case 'input_expired':
    case 'input_previewed':
      return reduceBatch(state, record);
    case 'changes_pending':
      return { ...state, isPendingAsked: undefined };
    case 'changes_decided':
      return { ...state, refusedApplies: undefined };
    case 'files_changed':
      return addCheckpoint(state, record.body.callId, record.body.checkpoint);
    case 'session_started':
    case 'session_moved':
    case 'session_arrived':
    case 'context_masked':
    case 'memory_loaded':
    case 'title_changed':
    case 'hook_ran':
    case 'restore_requested':
    case 'files_restored':
    case 'files_saved':
    case 'notice':
      return state;
    default:
      return unreachable(record);
  }
}

function beginStream(state: TurnState, record: Extract<LogRecord, { type: 'stream_started' }>): TurnState {
  const isModelOwed = record.body.continues === true;
  return { ...idleTurnAfter(state, record), streamId: record.streamId ?? null, isModelOwed };
}

function idleTurnAfter({ checkpoints, commandsEndedAt }: TurnState, record: LogRecord): TurnState {
  // Everything that its commands have changed is recorded by now.
  if (record.type === 'stream_ended' && !LEFT_EARLY.has(record.body.reason)) return idleTurn;
  return { ...idleTurn, checkpoints, commandsEndedAt };
}

/** Whether the answer was created before the last message arrived. */
function isUnseen({ lastSaid }: TurnState, seen: number | undefined): boolean {
  return seen !== undefined && lastSaid > seen;
}

type BatchRecord = Extract<LogRecord, { type: `tool_${string}` | `input_${string}` }>;

// eslint-disable-next-line complexity -- one line per type of record
function reduceBatch(state: TurnState, record: BatchRecord): TurnState {
  switch (record.type) {
    case 'tool_requested':
      // Calls take precedence over the finish reason, because the model must get their results.
      return {
        ...state,
        end: null,
        batch: [...state.batch, toCall(record)],
        ...(isOwnCall(record.body) ? { isPendingAsked: true } : {}),
      };
    case 'tool_decided':
      return change(state, record.body.callId, {
        verdict: record.body.verdict,
        start: record.body.start,
        profile: record.body.profile,
        hosts: record.body.hosts,
        credentials: record.body.credentials,
        isAside: record.body.isAside,
      });
    case 'input_requested':
      return reduceQuestion(state, record.body.request);
    case 'input_resolved':
      return answer(reduceModel(state, record), record.body.inputId, record.body.outcome);
    case 'input_expired':
      return answer(reduceModel(state, record), record.body.inputId, { kind: 'expired' });
    case 'input_previewed':
      return record.body.run === undefined ? state : change(state, record.body.callId, { previewAt: record.seq });
    case 'tool_started':
      return reduceStart(state, record.body);
    case 'tool_finished': {
      const call = state.batch.find(({ callId }) => callId === record.body.callId);
      const loop = call === undefined ? state.loop : reduceLoopCall(state.loop, call, record);
      return settle(noteRefusedApply(finish({ ...state, loop }, record), record), record);
    }
    case 'tool_blocked':
      return reduceBlocked(state, record.body);
    case 'tool_interrupted':
      return settle(finish(state, record), record);
    default:
      return unreachable(record);
  }
}

function toCall({ at, body }: Extract<LogRecord, { type: 'tool_requested' }>): CallState {
  const { callId, name, args, effect, executor, after = [] } = body;
  return {
    callId,
    at,
    name,
    args,
    effect,
    executor,
    after,
    verdict: null,
    inputId: null,
    expiresAt: null,
    outcome: null,
    asked: [],
    attempts: 0,
    blocked: null,
    key: null,
    held: [],
    hostUntil: null,
    isFinished: false,
  };
}

/** A read that needed approval has a start too, but no effect. */
function reduceStart(
  state: TurnState,
  { callId, key, host, files = [], checkpoint }: Extract<LogRecord, { type: 'tool_started' }>['body'],
): TurnState {
  const call = state.batch.find((each) => each.callId === callId);
  const begun = change(state, callId, { key, held: files, checkpoint, hostUntil: host?.expiresAt ?? null });
  const hasEffects = state.hasEffects || (call?.effect !== 'read' && call?.isAside !== true);
  const commandsEndedAt = checkpoint === undefined ? state.commandsEndedAt : null;
  return { ...addCheckpoint(begun, callId, checkpoint), commandsEndedAt, hasEffects };
}

function addCheckpoint(state: TurnState, callId: string, id: string | undefined): TurnState {
  const { checkpoints } = state;
  // Many changes are several records of one look.
  if (id === undefined || checkpoints.at(-1)?.id === id) return state;
  return { ...state, checkpoints: [...checkpoints, { callId, id }].slice(-MAX_CHECKPOINTS) };
}

type Ended = Extract<LogRecord, { type: 'tool_finished' | 'tool_interrupted' }>;

function finish(state: TurnState, { at, body }: Ended): TurnState {
  const { callId } = body;
  const isCommand = (call: CallState): boolean => call.checkpoint !== undefined;
  const next = change(state, callId, { isFinished: true });
  const isLast = !next.batch.some((call) => isCommand(call) && !call.isFinished);
  const isAny = state.batch.some((call) => call.callId === callId && isCommand(call));
  return isAny && isLast ? { ...next, commandsEndedAt: at } : next;
}

/** The call is decided again with what is known now, and would run under another key. */
function reduceBlocked(state: TurnState, blocked: BlockedRun): TurnState {
  const call = state.batch.find(({ callId }) => callId === blocked.callId);
  if (call === undefined) return state;
  const undecided = {
    verdict: null,
    start: undefined,
    profile: undefined,
    hosts: undefined,
    credentials: undefined,
    isAside: undefined,
  };
  const unasked = { previewAt: undefined, inputId: null, expiresAt: null, outcome: null, key: null };
  return change(state, call.callId, { ...undecided, ...unasked, attempts: call.attempts + 1, blocked });
}

function change(state: TurnState, callId: string, changes: Partial<CallState>): TurnState {
  return { ...state, batch: state.batch.map((call) => (call.callId === callId ? { ...call, ...changes } : call)) };
}

/** An approval request for a call, or a question from it. */
function reduceQuestion(state: TurnState, request: InputRequest): TurnState {
  if (request.kind === 'confirmation')
    return change(state, request.callId, { inputId: request.inputId, expiresAt: request.expiresAt ?? null });
  return request.kind === 'credential' ? state : askFor(state, request);
}

/** Adds a question from a call. Other questions do not belong to the batch. */
function askFor(
  state: TurnState,
  { callId, inputId }: { readonly callId?: string | undefined; readonly inputId: string },
): TurnState {
  const call = state.batch.find((candidate) => candidate.callId === callId);
  if (call === undefined) return state;
  return change(state, call.callId, { asked: [...call.asked, { inputId, outcome: null }] });
}

function answer(state: TurnState, inputId: string, outcome: InputOutcome): TurnState {
  const asking = state.batch.find(({ asked }) => asked.some((one) => one.inputId === inputId));
  if (asking !== undefined) {
    const asked = asking.asked.map((one) => (one.inputId === inputId ? { inputId, outcome } : one));
    return change(state, asking.callId, { asked });
  }
  const call = state.batch.find((candidate) => candidate.inputId === inputId);
  const args = outcome.kind === 'confirmation' && outcome.outcome === 'edited' ? outcome.args : undefined;
  return call === undefined ? state : change(state, call.callId, { outcome, ...(args === undefined ? {} : { args }) });
}

/** A batch is a barrier: the model gets the results when all of them are there. */
function settle(state: TurnState, record: Ended): TurnState {
  const isDone = state.batch.length > 0 && state.batch.every((call) => call.isFinished);
  if (!isDone) return state;
  return { ...state, batch: [], isModelOwed: isModelOwed(record) || state.isModelOwed };
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

const failed: ReadonlySet<string> = new Set(['MALFORMED_FUNCTION_CALL', 'UNEXPECTED_TOOL_CALL', 'OTHER']);

function toEnd(finishReason: string | undefined): TurnState['end'] {
  if (finishReason === 'ABORTED') return { reason: 'aborted' };
  if (finishReason === 'MAX_TOKENS') return { reason: 'max_output' };
  if (finishReason !== undefined && refusals.has(finishReason)) return { reason: 'refused', message: finishReason };
  if (finishReason !== undefined && failed.has(finishReason))
    return { reason: 'failed', message: `the model ended with ${finishReason}` };
  return null;
}

function toLimit(limit: string): TurnState['end'] {
  switch (limit) {
    case 'max_steps':
    case 'max_tokens':
    case 'max_cost':
    case 'max_time':
      return { reason: limit };
    default:
      return { reason: 'failed', message: `limit reached: ${limit}` };
  }
}

/** Commands outlive the stream that started them, and so do pending changes. */
function withLasting(
  { runners: _, pending: __, ...state }: TurnState,
  { runners = [], pending = [] }: TurnState,
  record: LogRecord,
): TurnState {
  const next = { runners: reduceRunners(runners, record), pending: reducePending(pending, record) };
  return {
    ...state,
    ...(next.runners.length === 0 ? {} : { runners: next.runners }),
    ...(next.pending.length === 0 ? {} : { pending: next.pending }),
  };
}

/** The open turn, as a fold over the log. */
export const turnFold: Fold<TurnState> = {
  name: 'turn',
  version: 16,
  initial: idleTurn,
  reduce: (state, record) => withLasting(reduceTurn(state, record), state, record),
  encode: (state) => JSON.stringify(state),
  decode: (text) => JSON.parse(text) as TurnState,
};
