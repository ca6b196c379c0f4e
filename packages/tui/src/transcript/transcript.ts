import type {
  ApprovalMode,
  BoardCall,
  ContentPart,
  ContextUse,
  Display,
  Effect,
  EndReason,
  InputOutcome,
  InputRequest,
  JsonObject,
  TokenUsage,
} from '@bowline/protocol';

interface ItemBase {
  /** The ID of the event that started it, the same live and on replay. */
  readonly id: string;
  readonly at: string;
  /** The thread, for items of a subagent. */
  readonly threadId: string | null;
}

/** A call, from the model's request to its result. */
export interface CallItem extends ItemBase {
  readonly kind: 'call';
  readonly callId: string;
  readonly name: string;
  readonly args: JsonObject;
  readonly effect: Effect;
  readonly status: BoardCall['status'];
  readonly startedAt: string | null;
  readonly endedAt: string | null;
  readonly rule: string | null;
  /** The display of the call and of its result. */
  readonly display: Display | null;
  readonly result: {
    readonly content: readonly ContentPart[];
    readonly display: Display | null;
    readonly isError: boolean;
    readonly errorType: string | null;
    readonly data: JsonObject | null;
  } | null;
  /** The output so far, or its end if it is long. Empty once there is a result. */
  readonly output: string;
  /** The model's answer that requests it, together with others. */
  readonly answerId: string;
  /** The user's decision, if they were asked. */
  readonly decision: Extract<InputOutcome, { kind: 'confirmation' }> | null;
}

/** What a turn did so far. */
export interface TurnTally {
  readonly calls: number;
  /** Added and removed lines, by file. */
  readonly changes: ReadonlyMap<string, LineCounts>;
  readonly inputTokens: number;
  /** With thoughts. */
  readonly outputTokens: number;
  /** In US dollars. Null if a price is not known. */
  readonly cost: number | null;
}

export interface LineCounts {
  readonly added: number;
  readonly removed: number;
}

/** How many calls of a tool were made, and how many of them failed or were denied. */
export interface CallCounts {
  readonly made: number;
  readonly failed: number;
  readonly denied: number;
  /** How long they ran, in milliseconds. */
  readonly ms: number;
}

/** The cost and the time of a turn, for statistics. */
export interface TurnCost {
  readonly cost: number;
  readonly ms: number;
}

/** One item of a transcript, in the order in which they began. */
export type TranscriptItem =
  | (ItemBase & {
      readonly kind: 'person';
      readonly messageId: string;
      readonly content: readonly ContentPart[];
      readonly isQueued: boolean;
    })
  | (ItemBase & {
      readonly kind: 'agent';
      readonly messageId: string;
      readonly text: string;
      readonly thoughts: readonly { readonly subject: string | null; readonly text: string }[];
      /** References and media of the message. */
      readonly attached: readonly ContentPart[];
      /** How long the model took for it, in milliseconds, once it is complete. */
      readonly tookMs: number | null;
      readonly isWhole: boolean;
      /** It ended the turn. */
      readonly isFinal: boolean;
    })
  | (ItemBase & { readonly kind: 'retracted'; readonly messageId: string; readonly reason: string })
  | CallItem
  | (ItemBase & {
      readonly kind: 'thread';
      readonly items: readonly TranscriptItem[];
      readonly endedAt: string | null;
      readonly reason: EndReason | null;
    })
  | (ItemBase & {
      readonly kind: 'answer';
      readonly request: InputRequest;
      readonly outcome: InputOutcome;
      readonly by: string | null;
    })
  | (ItemBase & {
      readonly kind: 'notice';
      readonly level: 'info' | 'warning';
      readonly code: string;
      readonly text: string;
    })
  | (ItemBase & {
      readonly kind: 'error';
      readonly code: string;
      readonly message: string;
      readonly hint: string | null;
      readonly fatal: boolean;
      /** The model whose request failed. */
      readonly model?: string;
    })
  | (ItemBase & {
      /** A failed request to the model that is retried. */
      readonly kind: 'retry';
      readonly code: string;
      readonly message: string;
      readonly model: string | null;
      readonly status: number | null;
      /** How many requests there are in all. */
      readonly attempts: number | null;
      /** How many requests failed. */
      readonly count: number;
      readonly endedAt: string | null;
      /** It ended without an answer: nothing is known of a retry after the last failure. */
      readonly isStopped?: boolean;
    })
  | (ItemBase & {
      readonly kind: 'rewound';
      readonly to: number;
      readonly isUndo: boolean;
      /** The first message that no longer counts. */
      readonly before: string | null;
    })
  | (ItemBase & {
      readonly kind: 'changed';
      readonly title: string | null;
      readonly model: string | null;
      readonly mode: ApprovalMode | null;
    })
  | (ItemBase & {
      readonly kind: 'ended';
      readonly reason: EndReason;
      readonly message: string | null;
      readonly usage: TokenUsage | null;
      readonly startedAt: string | null;
      readonly tally: TurnTally | null;
      /** How much of that time was spent waiting for the user. */
      readonly waitedMs?: number;
      /** How many messages sent during the turn got no answer. */
      readonly unseen?: number;
      /** An error before it already gave the reason. */
      readonly isTold?: boolean;
      /** How full the context window was. */
      readonly context?: ContextUse | null;
    })
  | (ItemBase & { readonly kind: 'custom'; readonly name: string; readonly data: JsonObject });

/**
 * Everything the screen shows of a session. A fold over events, with the same result live and on replay. Data that only
 * a live reader receives comes on top and affects nothing else: streaming messages (`isWhole` is false, after all
 * others), the output of running calls, and progress.
 */
export interface Transcript {
  readonly sessionId: string | null;
  readonly workspace: string | null;
  readonly title: string | null;
  readonly model: string | null;
  readonly mode: ApprovalMode;
  readonly context: ContextUse | null;
  /** Of the whole session. */
  readonly usage: TokenUsage;
  /** By model, for statistics. */
  readonly usageByModel: ReadonlyMap<string, TokenUsage & { readonly requests: number }>;
  readonly calls: ReadonlyMap<string, CallCounts>;
  /** The turns that have ended, oldest first. */
  readonly turns: readonly TurnCost[];
  /** The open stream, and the limit or failure that is about to end it. */
  readonly stream: {
    readonly streamId: string;
    readonly startedAt: string;
    readonly tally: TurnTally;
    /** When the last request to the model could begin: at the start, or after the last result or answer. */
    readonly askedAt: string;
    /** How long it has waited for the user, in milliseconds, and since when it is waiting now. */
    readonly waitedMs?: number;
    readonly waitsSince?: string;
    readonly limit?: string;
    readonly failure?: string;
  } | null;
  /** The current activity or wait, if it takes longer. */
  readonly progress: { readonly label: string; readonly until: string | null } | null;
  readonly pending: readonly InputRequest[];
  /** How many messages sent during the turn wait for the next request to the model. */
  readonly queued: number;
  /** How many of the queued ones the request under way contains, if the last answer made no calls. */
  readonly due: number;
  /** How many messages sent during the turn have no answer yet. */
  readonly unanswered: number;
  /** The record of the model's last answer; null once its calls have ended. */
  readonly answerId: string | null;
  /** The user's last messages, for what a rewind says. */
  readonly asked: readonly { readonly seq: number; readonly text: string }[];
  /** The agent's to-do list. */
  readonly todos: Extract<Display, { type: 'todos' }>['items'];
  /** Items that can no longer change, oldest first, to be printed once and then dropped. */
  readonly settled: readonly TranscriptItem[];
  /** Items that may still change, and those after them. */
  readonly live: readonly TranscriptItem[];
}
