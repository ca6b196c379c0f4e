import {
  unreachable,
  type ApprovalMode,
  type Display,
  type Effect,
  type InputRequest,
  type TokenUsage,
} from '@bowline/protocol';
import { stricterModes, type HeldModes } from './held-modes.ts';
import type { LogRecord } from './log-record.ts';
import { hostsOf, nothingSeen, readsOf, reduceSeen, type CallReads, type SeenText } from './seen-text.ts';

/** A call that has no result yet. */
export interface OpenCall extends CallReads {
  readonly callId: string;
  readonly name: string;
  readonly effect: Effect;
  /** Its effect may have begun: after a crash, its outcome is unknown. */
  readonly isStarted: boolean;
}

/** What a command of the session was refused by the sandbox the last time, and what it had then. */
type BlockedCommand = Pick<
  Extract<LogRecord, { type: 'tool_blocked' }>['body'],
  'command' | 'profile' | 'hosts' | 'walls'
>;

/** What a session is, in short: small whatever its length, and nothing but a fold over its visible records. */
export interface SessionState {
  readonly sessionId: string;
  readonly workspace: string;
  readonly agent: string;
  readonly parent: string | null;
  readonly createdAt: string;
  readonly updatedAt: string;
  readonly title: string | null;
  readonly mode: ApprovalMode;
  /** The model of the last sequence. */
  readonly model: string | null;
  /** The model by name that the session was opened with or that was requested since. The router uses it. */
  readonly requestedModel: string | null;
  /** The mode that plan mode is left for. */
  readonly modeBeforePlan: ApprovalMode;
  /** The last summary that stands for the records up to `through`, by its record. */
  readonly compacted: { readonly at: number; readonly through: number } | null;
  /** Files for agents that were found on the way and shown to the model. */
  readonly memory: readonly string[];
  /** The agent's list of things to do, as it last wrote it. */
  readonly todos: Extract<Display, { type: 'todos' }>['items'];
  /** A plan was made and left for doing it. */
  readonly hasApprovedPlan: boolean;
  readonly firstMessage: string | null;
  readonly messages: number;
  readonly activeStreamId: string | null;
  readonly pending: readonly InputRequest[];
  readonly openCalls: readonly OpenCall[];
  readonly usage: TokenUsage;
  /** What a person has allowed for the rest of the session, as rules. */
  readonly grants: readonly string[];
  /** Commands that the sandbox has refused something, the last of them: they are asked about at once. */
  readonly blocked: readonly BlockedCommand[];
  /** What it has read that makes it matter what leaves it. */
  readonly seen: SeenText;
  /** Where the session is written, when that is no longer here. */
  readonly movedTo: string | null;
  /** The last messages by their senders' ids, so that one that is sent again counts once. */
  readonly recent: readonly { readonly messageId: string; readonly streamId: string }[];
}

/** A session before its first record. */
export const initialSessionState: SessionState = {
  sessionId: '',
  workspace: '',
  agent: '',
  parent: null,
  createdAt: '',
  updatedAt: '',
  title: null,
  mode: 'default',
  model: null,
  requestedModel: null,
  modeBeforePlan: 'default',
  compacted: null,
  memory: [],
  todos: [],
  hasApprovedPlan: false,
  firstMessage: null,
  messages: 0,
  activeStreamId: null,
  pending: [],
  openCalls: [],
  usage: { inputTokens: 0, outputTokens: 0 },
  grants: [],
  blocked: [],
  seen: nothingSeen,
  movedTo: null,
  recent: [],
};

const PREVIEW = 200;
const RECENT = 50;
const BLOCKED = 100;

/** The state after one more visible record. */
export function reduceSession(state: SessionState, record: LogRecord): SessionState {
  return { ...state, ...change(state, record), updatedAt: record.at };
}

// eslint-disable-next-line complexity -- one line per type of record
function change(state: SessionState, record: LogRecord): Partial<SessionState> {
  switch (record.type) {
    case 'session_started': {
      const { sessionId, workspace, agent, parent, settings } = record.body;
      const requestedModel = typeof settings['model'] === 'string' ? settings['model'] : null;
      return { sessionId, workspace, agent, parent: parent?.sessionId ?? null, requestedModel, createdAt: record.at };
    }
    case 'session_forked':
      return {
        sessionId: record.body.sessionId,
        parent: record.body.from,
        activeStreamId: null,
        pending: [],
        openCalls: [],
        movedTo: null,
        ...hold(state, record.body.held),
      };
    case 'session_moved':
      return { movedTo: record.body.to };
    case 'session_arrived':
      return { movedTo: null };
    case 'stream_started':
      return { activeStreamId: record.streamId ?? null };
    case 'stream_ended':
      return { activeStreamId: null, pending: [], openCalls: [] };
    case 'user_message':
      return {
        messages: state.messages + 1,
        firstMessage: state.firstMessage ?? preview(record),
        recent: remember(state, record),
      };
    case 'steering_message':
      return { recent: remember(state, record) };
    case 'title_changed':
      return { title: record.body.title };
    case 'mode_changed':
      return changeMode(state, record.body.mode);
    case 'context_compacted':
      return { compacted: { at: record.seq, through: record.body.through } };
    case 'memory_loaded':
      return { memory: [...state.memory, ...record.body.files.map(({ path }) => path)] };
    case 'model_requested':
      return { model: record.body.model, requestedModel: record.body.model };
    case 'model_selected':
      return { model: record.body.model };
    case 'model_fell_back':
      return { model: record.body.to };
    case 'model_failed':
    case 'utility_called':
      return { usage: addUsage(state.usage, record.body.usage) };
    case 'model_answered':
      return { messages: state.messages + 1, usage: addUsage(state.usage, record.body.usage) };
    case 'tool_requested':
    case 'tool_decided':
    case 'tool_started':
    case 'tool_finished':
    case 'tool_blocked':
    case 'tool_interrupted':
    case 'input_requested':
    case 'input_resolved':
    case 'input_expired':
      return changeCalls(state, record);
    case 'rewound':
      // What was open where the session went back to belongs to work that will not be finished.
      return { activeStreamId: null, pending: [], openCalls: [], movedTo: null, ...hold(state, record.body.held) };
    case 'context_masked':
    case 'part_set_aside':
    case 'compaction_requested':
    case 'compaction_drafted':
    case 'compaction_rejected':
    case 'hook_ran':
    case 'loop_detected':
    case 'loop_checked':
    case 'limit_reached':
    case 'notice':
      return {};
    default:
      return unreachable(record);
  }
}

type CallRecord = Extract<LogRecord, { type: `tool_${string}` | `input_${string}` }>;

function changeCalls(state: SessionState, record: CallRecord): Partial<SessionState> {
  switch (record.type) {
    case 'tool_requested': {
      const { callId, name, effect } = record.body;
      const call = { callId, name, effect, isStarted: false, ...hostsOf(record.body) };
      return { openCalls: [...state.openCalls, call] };
    }
    case 'tool_decided':
      return withCall(state, record.body.callId, readsOf(record.body));
    case 'tool_started':
      return withCall(state, record.body.callId, { isStarted: true });
    case 'tool_finished':
      return { ...withoutCall(state, record.body.callId), ...listTodos(record.body), seen: see(state, record.body) };
    case 'tool_blocked':
      return { ...withCall(state, record.body.callId, { isStarted: false }), blocked: block(state, record.body) };
    case 'tool_interrupted':
      return withoutCall(state, record.body.callId);
    case 'input_requested':
      return { pending: [...state.pending, record.body.request] };
    case 'input_resolved':
      return { ...withoutQuestion(state, record.body.inputId), grants: grant(state, record.body) };
    case 'input_expired':
      return withoutQuestion(state, record.body.inputId);
    default:
      return unreachable(record);
  }
}

/** A mode that is in force is never loosened by going back to where it was not yet. */
function hold(state: SessionState, held: HeldModes | undefined): Partial<SessionState> {
  return held === undefined ? {} : stricterModes(state, held);
}

function withCall({ openCalls }: SessionState, callId: string, more: Partial<OpenCall>): Partial<SessionState> {
  return { openCalls: openCalls.map((call) => (call.callId === callId ? { ...call, ...more } : call)) };
}

function block({ blocked }: SessionState, body: BlockedCommand): SessionState['blocked'] {
  const { command, profile, hosts, walls } = body;
  const others = blocked.filter((each) => each.command !== command).slice(1 - BLOCKED);
  return [...others, { command, profile, hosts, walls }];
}

function see(state: SessionState, body: Extract<LogRecord, { type: 'tool_finished' }>['body']): SeenText {
  const call = state.openCalls.find(({ callId }) => callId === body.callId);
  // A call that only writes has read nothing, wherever it wrote.
  return reduceSeen(state.seen, body, call === undefined || call.effect === 'write' ? {} : call);
}

function withoutCall({ openCalls }: SessionState, callId: string): Partial<SessionState> {
  return { openCalls: openCalls.filter((call) => call.callId !== callId) };
}

function listTodos({ display, isError }: Extract<LogRecord, { type: 'tool_finished' }>['body']): Partial<SessionState> {
  return display?.type === 'todos' && !isError ? { todos: display.items } : {};
}

function withoutQuestion({ pending }: SessionState, inputId: string): Partial<SessionState> {
  return { pending: pending.filter((request) => request.inputId !== inputId) };
}

/** An answer for the session holds from here on; what was asked says what it allows. What is kept for longer is not here. */
function grant(
  { pending, grants }: SessionState,
  { inputId, outcome }: Extract<LogRecord, { type: 'input_resolved' }>['body'],
): SessionState['grants'] {
  if (outcome.kind !== 'confirmation' || outcome.outcome !== 'session') return grants;
  const request = pending.find((asked) => asked.inputId === inputId);
  const rule = request?.kind === 'confirmation' ? request.grant?.rule : undefined;
  return rule === undefined || grants.includes(rule) ? grants : [...grants, rule];
}

function changeMode(state: SessionState, mode: ApprovalMode): Partial<SessionState> {
  return {
    mode,
    modeBeforePlan: mode === 'plan' && state.mode !== 'plan' ? state.mode : state.modeBeforePlan,
    hasApprovedPlan: mode !== 'plan' && (state.mode === 'plan' || state.hasApprovedPlan),
  };
}

function remember(
  state: SessionState,
  record: Extract<LogRecord, { type: 'user_message' | 'steering_message' }>,
): SessionState['recent'] {
  if (record.streamId === undefined) return state.recent;
  return [...state.recent.slice(1 - RECENT), { messageId: record.body.messageId, streamId: record.streamId }];
}

function preview(record: Extract<LogRecord, { type: 'user_message' }>): string {
  const parts = record.body.display ?? record.body.content;
  return parts
    .map((part) => (part.type === 'text' ? part.text : ''))
    .join(' ')
    .trim()
    .slice(0, PREVIEW);
}

/** The sum of two counts; a cost is known only while every part of it is. */
export function addUsage(sum: TokenUsage, more: TokenUsage | undefined): TokenUsage {
  if (more === undefined) return sum;
  const add = (key: keyof TokenUsage): number => (sum[key] ?? 0) + (more[key] ?? 0);
  const isPriced = more.cost !== undefined && (sum.cost !== undefined || sum.inputTokens + sum.outputTokens === 0);
  return {
    inputTokens: add('inputTokens'),
    outputTokens: add('outputTokens'),
    thoughtTokens: add('thoughtTokens'),
    cachedTokens: add('cachedTokens'),
    ...(isPriced ? { cost: add('cost') } : {}),
  };
}
