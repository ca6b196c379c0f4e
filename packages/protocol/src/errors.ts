const BRAND = Symbol.for('bowline.agent-error');

/** Why something failed, as a stable word that may be logged, sent and matched on. */
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

export interface AgentErrorOptions {
  /** What the caller can do about it; shown to people as is. */
  readonly hint?: string;
  /** True when the same call may succeed later with no change. */
  readonly retryable?: boolean;
  /** Facts a program may act on, such as who holds a session. */
  readonly details?: AgentErrorDetails;
  readonly cause?: unknown;
}

export type AgentErrorDetails = Readonly<Record<string, string | number | boolean | null>>;

/**
 * The only error type our packages throw on purpose.
 *
 * Recognised by a brand, not by prototype, so two copies of this package in
 * one process still agree on what an `AgentError` is.
 */
export class AgentError extends Error {
  readonly [BRAND] = true;
  readonly code: AgentErrorCode;
  readonly hint: string | undefined;
  readonly retryable: boolean;
  readonly details: AgentErrorDetails;

  constructor(code: AgentErrorCode, message: string, options: AgentErrorOptions = {}) {
    super(message, options.cause === undefined ? undefined : { cause: options.cause });
    this.name = 'AgentError';
    this.code = code;
    this.hint = options.hint;
    this.retryable = options.retryable ?? false;
    this.details = options.details ?? {};
  }

  static is(value: unknown): value is AgentError {
    return typeof value === 'object' && value !== null && BRAND in value;
  }

  /** Wraps anything thrown; an `AgentError` passes through untouched. */
  static from(thrown: unknown): AgentError {
    if (AgentError.is(thrown)) return thrown;
    const message = thrown instanceof Error ? thrown.message : String(thrown);
    return new AgentError('INTERNAL', message, { cause: thrown });
  }
}
