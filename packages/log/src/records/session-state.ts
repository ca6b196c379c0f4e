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

/** A call without a result. */
export interface OpenCall extends CallReads {
  readonly callId: string;
  readonly name: string;
  readonly effect: Effect;
  /** Its effect may have begun, so its outcome is unknown after a crash. */
  readonly isStarted: boolean;
}

/** What the sandbox last refused a command of the session, and the access that the command had. */
type BlockedCommand = Pick<
  Extract<LogRecord, { type: 'tool_blocked' }>['body'],
  'command' | 'profile' | 'hosts' | 'walls'
>;

/** A restoration of files that is still to be done. */
export interface Restoring {
  /** The record that asks for it. */
  readonly at: number;
  readonly to: number;
  /** The restoration to undo, if only that. */
  readonly undoes?: number | undefined;
  readonly overwrite?: readonly string[] | undefined;
  /** The conversation stays. */
  readonly isAlone?: true;
}

/** A summary in place of earlier records: its record, and the last record that it covers. */
interface Compacted {
  readonly at: number;
  readonly through: number;
}

/** A summary of a session. Its size is bounded, and it depends only on the visible records. */
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
  /** The name of the model that the session was opened with or that was requested since. The router uses it. */
  readonly requestedModel: string | null;
  /** The mode to return to when plan mode ends. */
  readonly modeBeforePlan: ApprovalMode;
  /** The last summary. */
  readonly compacted: Compacted | null;
  /** The compactions and maskings that can be undone, oldest first, and the summary before each. */
  readonly shortened: readonly { readonly at: number; readonly before: Compacted | null }[];
  /** Those that were undone. */
  readonly undone: readonly number[];
  /** The record that undid the last one. 0: none. */
  readonly restoredAt: number;
  /** Instruction files such as AGENTS.md that were found during the session and shown to the model. */
  readonly memory: readonly string[];
  /** The current to-do list of the agent. */
  readonly todos: Extract<Display, { type: 'todos' }>['items'];
  /** Whether plan mode was left to carry out a plan. */
  readonly hasApprovedPlan: boolean;
  readonly firstMessage: string | null;
  readonly messages: number;
  readonly activeStreamId: string | null;
  readonly pending: readonly InputRequest[];
  readonly openCalls: readonly OpenCall[];
  readonly usage: TokenUsage;
  /** What the user has allowed for the rest of the session, as rules. */
  readonly grants: readonly string[];
  /** The last commands that the sandbox refused something. They need approval before they run again. */
  readonly blocked: readonly BlockedCommand[];
  /** What the session has read that makes its outgoing data sensitive. */
  readonly seen: SeenText;
  /** Where the session is written, if it was moved away. */
  readonly movedTo: string | null;
  /** What asked for a restoration of files that has not been done yet, and the record that it goes back to. */
  readonly restoring: Restoring | null;
  /** The last messages by the ids of their senders, so that a message that is sent twice counts once. */
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
  shortened: [],
  undone: [],
  restoredAt: 0,
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
  restoring: null,
  recent: [],
};

const PREVIEW = 200;
const RECENT = 50;
const BLOCKED = 100;
const SHORTENED = 50;

/** The state after one more visible record. */
export function reduceSession(state: SessionState, record: LogRecord): SessionState {
  return { ...state, ...change(state, record), updatedAt: record.at };
}

// eslint-disable-next-line complexity, max-lines-per-function -- one line per type of record
function change(state: SessionState, record: LogRecord): Partial<SessionState> {
  switch (record.type) {
    case 'session_started': {
      const { sessionId, workspace, agent, parent, settings } = record.body;
      const requestedModel = typeof settings['model'] === 'string' ? settings['model'] : null;
      return { sessionId, workspace, agent, parent: parent?.sessionId ?? null, requestedModel, createdAt: record.at };
    }
    case 'session_forked':
      return { ...rest, sessionId: record.body.sessionId, parent: record.body.from, ...hold(state, record.body.held) };
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
      return { ...shorten(state, record), compacted: { at: record.seq, through: record.body.through } };
    case 'context_masked':
      return shorten(state, record);
    case 'context_restored':
      return lengthen(state, record);
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
    case 'input_previewed':
      return changeCalls(state, record);
    case 'rewound':
      return { ...rest, restoring: toRestoring(record), ...hold(state, record.body.held) };
    case 'restore_requested':
      return { restoring: toAsked(record) };
    case 'files_restored':
      return { restoring: null };
    case 'part_set_aside':
    case 'compaction_requested':
    case 'compaction_drafted':
    case 'compaction_rejected':
    case 'hook_ran':
    case 'loop_detected':
    case 'loop_checked':
    case 'limit_reached':
    case 'notice':
    case 'files_changed':
    case 'changes_pending':
    case 'changes_decided':
    case 'files_saved':
      return {};
    default:
      return unreachable(record);
  }
}

function shorten({ shortened, compacted }: SessionState, { seq }: LogRecord): Partial<SessionState> {
  return { shortened: [...shortened.slice(1 - SHORTENED), { at: seq, before: compacted }] };
}

function lengthen(
  state: SessionState,
  { seq, body: { undone } }: Extract<LogRecord, { type: 'context_restored' }>,
): Partial<SessionState> {
  const last = state.shortened.find(({ at }) => at === undone);
  if (last === undefined) return {};
  const shortened = state.shortened.filter(({ at }) => at < undone);
  return { shortened, compacted: last.before, undone: [...state.undone, undone], restoredAt: seq };
}

/** Open calls and questions belong to work that will not be finished. */
const rest = {
  activeStreamId: null,
  pending: [],
  openCalls: [],
  movedTo: null,
} as const satisfies Partial<SessionState>;

function toRestoring({ seq, body }: Extract<LogRecord, { type: 'rewound' }>): SessionState['restoring'] {
  return body.restoresFiles === true ? { at: seq, to: body.to, overwrite: body.overwrite } : null;
}

function toAsked({ seq, body }: Extract<LogRecord, { type: 'restore_requested' }>): Restoring {
  const { to, undoes, overwrite, steps } = body;
  // A fork's conversation went back as well.
  const alone = steps === undefined ? { isAlone: true as const } : {};
  return { at: seq, to, undoes, overwrite, ...alone };
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
    case 'input_previewed':
      return withPreview(state, record.body);
    case 'input_resolved':
      return { ...withoutQuestion(state, record.body.inputId), grants: grant(state, record.body) };
    case 'input_expired':
      return withoutQuestion(state, record.body.inputId);
    default:
      return unreachable(record);
  }
}

/** A rewind or a fork to an earlier point does not loosen the current mode. */
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
  // A call that only writes has read nothing, even if it wrote outside the workspace.
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

/** The texts of its changes stay in the record, because the state is bounded. */
function withPreview(
  { pending }: SessionState,
  { inputId, run }: Extract<LogRecord, { type: 'input_previewed' }>['body'],
): Partial<SessionState> {
  if (run === undefined) return {};
  const preview = { ...run.preview, diffs: [], output: run.preview.output.slice(0, PREVIEW) };
  return {
    pending: pending.map((request) =>
      request.inputId === inputId && request.kind === 'confirmation' ? { ...request, preview } : request,
    ),
  };
}

/** Adds the rule of the request if it was allowed for the session. Longer grants are stored elsewhere. */
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

/** Adds two token counts. The cost is known only if both costs are. */
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
