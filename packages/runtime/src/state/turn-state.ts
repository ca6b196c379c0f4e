import { initialCallLoop, type CallLoopState } from '@bowline/context';
import type { LogRecord } from '@bowline/log';
import type {
  CredentialUse,
  Effect,
  EndReason,
  Executor,
  InputOutcome,
  JsonObject,
  SandboxProfile,
  TokenUsage,
} from '@bowline/protocol';
import type { CommandRunner, HeldFile, KnownCheckpoint, PendingChange } from '@bowline/workspace';

/** How a command starts that was allowed without approval. */
export interface DecidedStart {
  /** All its words, if it starts directly without a shell. */
  readonly words?: readonly string[] | undefined;
  /** It only reads. */
  readonly onlyReads: boolean;
}

/** What the sandbox blocked, and the output of the command. */
export type BlockedRun = Extract<LogRecord, { type: 'tool_blocked' }>['body'];

/** A call of the current batch, according to the log. */
export interface CallState {
  readonly callId: string;
  readonly name: string;
  readonly args: JsonObject;
  readonly effect: Effect;
  readonly executor: Executor;
  /** When the model requested it. */
  readonly at: string;
  /** Calls that must be finished first. */
  readonly after: readonly string[];
  readonly verdict: 'allow' | 'ask' | 'deny' | null;
  /** How it starts without approval, as decided. */
  readonly start?: DecidedStart | undefined;
  /** The sandbox profile of a command. Absent if it is not sandboxed. */
  readonly profile?: SandboxProfile | undefined;
  /** Hosts that it can reach. */
  readonly hosts?: readonly string[] | undefined;
  /** Tokens that it can use at some of these hosts. */
  readonly credentials?: readonly CredentialUse[] | undefined;
  /** It runs beside the workspace. */
  readonly isAside?: true | undefined;
  /** How often the sandbox has blocked it, and what it blocked the last time. */
  readonly attempts: number;
  readonly blocked: BlockedRun | null;
  /** The approval request for it, and the answer. */
  readonly inputId: string | null;
  /** When the approval expires. */
  readonly expiresAt: string | null;
  readonly outcome: InputOutcome | null;
  /** The record of its last preview. */
  readonly previewAt?: number | undefined;
  /** Questions from the call to the user, and their answers. */
  readonly asked: readonly { readonly inputId: string; readonly outcome: InputOutcome | null }[];
  /** Its idempotency key, once its effect may have started. */
  readonly key: string | null;
  /** What was at the paths that it writes, before it started. */
  readonly held: readonly HeldFile[];
  /** All files before it started, if it may change any. */
  readonly checkpoint?: string | undefined;
  /** The time by which the host must answer it, once the host was told to run it. */
  readonly hostUntil: string | null;
  readonly isFinished: boolean;
}

/**
 * The state of the open stream: everything needed to determine the next action. Small, whatever the length of the log.
 */
export interface TurnState {
  readonly streamId: string | null;
  /** Answers of the model in this stream. */
  readonly steps: number;
  readonly batch: readonly CallState[];
  /** There is a message or result that the model has not seen. */
  readonly isModelOwed: boolean;
  /** The last user message. */
  readonly lastSaid: number;
  /** How the stream must end, if already decided. */
  readonly end: { readonly reason: EndReason; readonly message?: string | undefined } | null;
  /** The model of this sequence. Null if it must be chosen: at the start, and when another one is requested. */
  readonly model: string | null;
  /** The model that was selected at the start of the sequence. Its fallbacks depend on it. */
  readonly selected: string | null;
  /** Failed requests with this model since the last answer. */
  readonly failures: number;
  /** When the failed request is sent again. */
  readonly retryAt: string | null;
  /** The unanswered question to the user about the model. */
  readonly question: string | null;
  /** Usage of all requests to any model in this stream. */
  readonly spent: TokenUsage;
  /** The size of the last prompt. */
  readonly promptTokens: number;
  /** Something other than a read was started. */
  readonly hasEffects: boolean;
  /**
   * Whether the provider rejected the request as too long since its last answer, and whether a summary was tried
   * because of that.
   */
  readonly overflow: 'none' | 'refused' | 'tried';
  readonly loop: LoopState;
  readonly compaction: CompactionState;
  /** The last looks at all files, before calls that may change any and after them. Kept if the stream does not end by itself. */
  readonly checkpoints: readonly KnownCheckpoint[];
  /** When the last of these calls ended. Null while one runs. */
  readonly commandsEndedAt: string | null;
  /** Where calls were started that may still run. Absent: none. */
  readonly runners?: readonly EarlierRunner[] | undefined;
  /** Changes of calls that ran aside, until they are applied or discarded. Absent: none. */
  readonly pending?: readonly PendingChange[] | undefined;
  /** Bowline itself has asked about the pending changes as they are. */
  readonly isPendingAsked?: true | undefined;
  /** How often they were allowed and could not be applied. Absent: never. */
  readonly refusedApplies?: number | undefined;
}

/** Where a call was started. */
export type EarlierRunner = CommandRunner & { readonly callId: string };

/** What is known about loops in the turn, from its calls and from loop checks. */
export interface LoopState {
  readonly calls: CallLoopState;
  /** How often a loop was found. */
  readonly strikes: number;
  /** When a model last checked for a loop, and how confident it was. */
  readonly lastCheck: { readonly step: number; readonly confidence: number } | null;
}

/** The progress of compacting the history. */
export interface CompactionState {
  /** What the user asked to focus on. */
  readonly wanted: { readonly focus?: string | undefined } | null;
  /** A summary that must be checked. */
  readonly draft: { readonly through: number; readonly summary: JsonObject; readonly isWanted: boolean } | null;
  /** The size at which a summary was rejected. */
  readonly rejectedAt: number | null;
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
  selected: null,
  failures: 0,
  retryAt: null,
  question: null,
  spent: { inputTokens: 0, outputTokens: 0 },
  promptTokens: 0,
  hasEffects: false,
  overflow: 'none',
  loop: { calls: initialCallLoop, strikes: 0, lastCheck: null },
  compaction: { wanted: null, draft: null, rejectedAt: null },
  checkpoints: [],
  commandsEndedAt: null,
};
