const BRAND = Symbol.for('bowline.agent-error');

/** Stable error codes, safe to log, to send and to match on. */
export const agentErrorCodes = [
  'SEND_INVALID',
  'UNKNOWN_STREAM',
  'UNKNOWN_EVENT',
  'UNKNOWN_INPUT',
  'SESSION_ID_INVALID',
  'SESSION_EXISTS',
  'SESSION_NOT_FOUND',
  'SESSION_BUSY',
  'SESSION_FENCED',
  'SESSION_CLOSED',
  'SESSION_DAMAGED',
  'SESSION_TOO_NEW',
  'SESSION_MOVED',
  'RECORD_INVALID',
  'LOG_MOVED',
  'STORE_FULL',
  'STORE_FAILED',
  'IMPORT_INVALID',
  'MODEL_AUTH',
  'MODEL_FORBIDDEN',
  'MODEL_NOT_FOUND',
  'MODEL_BAD_REQUEST',
  'MODEL_QUOTA',
  'MODEL_UNAVAILABLE',
  'MODEL_UNREACHABLE',
  'MODEL_TIMEOUT',
  'MODEL_INVALID_ANSWER',
  'MODEL_LOOPED',
  'CONTEXT_OVERFLOW',
  'SETTINGS_INVALID',
  'OPTIONS_INVALID',
  'OUTPUT_INVALID',
  'SERVER_REFUSED',
  'SERVER_UNREACHABLE',
  'INTERNAL',
] as const;
export type AgentErrorCode = (typeof agentErrorCodes)[number];

/**
 * Why a quota does not recover within minutes: daily quota used up, no quota, a long wait, or no capacity at the
 * provider.
 */
export const quotas = ['day', 'none', 'long', 'capacity'] as const;
export type Quota = (typeof quotas)[number];

/** What a provider rejects in a request: its length, an image or file in it, or its size in bytes. */
export const refusedInputs = ['prompt', 'media', 'payload'] as const;
export type RefusedInput = (typeof refusedInputs)[number];

export interface AgentErrorOptions {
  /** What the caller can do about it; shown to users unchanged. */
  readonly hint?: string;
  /** True if the same call may succeed later without any change. */
  readonly retryable?: boolean;
  /** How long the provider asks to wait before the next try, in milliseconds. */
  readonly retryAfter?: number | undefined;
  /** Set when a quota does not recover soon enough to retry. */
  readonly quota?: Quota | undefined;
  /** Set when the same request will be rejected again unless this part of it changes. */
  readonly refused?: RefusedInput | undefined;
  /** Other facts that a program may act on, such as which process holds a session. */
  readonly details?: AgentErrorDetails;
  readonly cause?: unknown;
}

export type AgentErrorDetails = Readonly<Record<string, string | number | boolean | null>>;

/**
 * The only error type that our packages throw on purpose.
 *
 * Recognized by a brand, not by prototype, so two copies of this package in one process still agree on what an
 * `AgentError` is.
 */
export class AgentError extends Error {
  readonly [BRAND] = true;
  readonly code: AgentErrorCode;
  readonly hint: string | undefined;
  readonly retryable: boolean;
  readonly retryAfter: number | undefined;
  readonly quota: Quota | undefined;
  readonly refused: RefusedInput | undefined;
  readonly details: AgentErrorDetails;

  constructor(code: AgentErrorCode, message: string, options: AgentErrorOptions = {}) {
    super(message, options.cause === undefined ? undefined : { cause: options.cause });
    this.name = 'AgentError';
    this.code = code;
    this.hint = options.hint;
    this.retryable = options.retryable ?? false;
    this.retryAfter = options.retryAfter;
    this.quota = options.quota;
    this.refused = options.refused;
    this.details = options.details ?? {};
  }

  /**
   * Everything except code, message and cause, as plain data; creates an equal error when passed to the constructor.
   */
  get facts(): Omit<AgentErrorOptions, 'cause'> {
    const { hint, retryable, retryAfter, quota, refused, details } = this;
    return {
      ...(hint === undefined ? {} : { hint }),
      retryable,
      ...(retryAfter === undefined ? {} : { retryAfter }),
      ...(quota === undefined ? {} : { quota }),
      ...(refused === undefined ? {} : { refused }),
      details,
    };
  }

  static is(value: unknown): value is AgentError {
    return typeof value === 'object' && value !== null && BRAND in value;
  }

  /** Wraps any thrown value; returns an `AgentError` unchanged. */
  static from(thrown: unknown): AgentError {
    if (AgentError.is(thrown)) return thrown;
    const message = thrown instanceof Error ? thrown.message : String(thrown);
    return new AgentError('INTERNAL', message, { cause: thrown });
  }
}
