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

/** How a command starts that was allowed without a question. */
export interface DecidedStart {
  /** All its words, when it is started from them, without a shell. */
  readonly words?: readonly string[] | undefined;
  /** It was found to do nothing but read. */
  readonly onlyReads: boolean;
}

/** What a command was refused by the sandbox, and what it gave all the same. */
export type BlockedRun = Extract<LogRecord, { type: 'tool_blocked' }>['body'];

/** A call of the current batch, as far as the log knows it. */
export interface CallState {
  readonly callId: string;
  readonly name: string;
  readonly args: JsonObject;
  readonly effect: Effect;
  readonly executor: Executor;
  /** When the model asked for it. */
  readonly at: string;
  /** Calls that must be finished first. */
  readonly after: readonly string[];
  readonly verdict: 'allow' | 'ask' | 'deny' | null;
  /** How it starts without approval, as decided. */
  readonly start?: DecidedStart | undefined;
  /** How far a command is confined when it runs; absent where nothing confines it. */
  readonly profile?: SandboxProfile | undefined;
  /** Hosts that it reaches then. */
  readonly hosts?: readonly string[] | undefined;
  /** Tokens that it can use at some of them. */
  readonly credentials?: readonly CredentialUse[] | undefined;
  /** How often the sandbox has refused it something, and what the last time. */
  readonly attempts: number;
  readonly blocked: BlockedRun | null;
  /** The question that was asked about it, and its answer. */
  readonly inputId: string | null;
  /** When the question is no longer open. */
  readonly expiresAt: string | null;
  readonly outcome: InputOutcome | null;
  /** What it asks a person itself, and their answers. */
  readonly asked: readonly { readonly inputId: string; readonly outcome: InputOutcome | null }[];
  /** Its idempotency key, once its effect may have begun. */
  readonly key: string | null;
  /** Until when the host has to answer it, once the host was told to run it. */
  readonly hostUntil: string | null;
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
  /** The model of this sequence. Null if it must be chosen: at the start, and when another one is requested. */
  readonly model: string | null;
  /** The model that was chosen at the start of the sequence; what may stand in for it follows from it. */
  readonly selected: string | null;
  /** Requests that failed since the last answer, with this model. */
  readonly failures: number;
  /** When the failed request is sent again. */
  readonly retryAt: string | null;
  /** What a person was asked about the model, and has not answered. */
  readonly question: string | null;
  /** Of everything that was asked of any model in this stream. */
  readonly spent: TokenUsage;
  /** How much the model was shown last. */
  readonly promptTokens: number;
  /** Something was begun that is not a read. */
  readonly hasEffects: boolean;
  /** Whether the provider found the request too long since it last answered, and a summary was tried because of that. */
  readonly overflow: 'none' | 'refused' | 'tried';
  readonly loop: LoopState;
  readonly compaction: CompactionState;
}

/** Whether the turn goes in circles, as far as its calls and those who were asked can tell. */
export interface LoopState {
  readonly calls: CallLoopState;
  /** How often it was found to. */
  readonly strikes: number;
  /** When a model was last asked about it, and how sure it was. */
  readonly lastCheck: { readonly step: number; readonly confidence: number } | null;
}

/** How far the history's shortening has come. */
export interface CompactionState {
  /** What the user asked to focus on. */
  readonly wanted: { readonly focus?: string | undefined } | null;
  /** A summary that has to be checked. */
  readonly draft: { readonly through: number; readonly summary: JsonObject; readonly isWanted: boolean } | null;
  /** The size at which a summary was refused. */
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
};
