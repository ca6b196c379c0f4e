import { AgentError, type AgentErrorCode } from '@bowline/protocol';
import type { ContentfulStatusCode } from 'hono/utils/http-status';

/** A request that is rejected before it reaches a route. */
export class HttpError extends Error {
  readonly status: ContentfulStatusCode;
  readonly hint: string;

  constructor(status: ContentfulStatusCode, message: string, hint: string) {
    super(message);
    this.status = status;
    this.hint = hint;
  }
}

/** An error as sent to the client. */
export interface ErrorBody {
  readonly error: { readonly code: string; readonly message: string } & AgentError['facts'];
}

const statuses: Partial<Record<AgentErrorCode, ContentfulStatusCode>> = {
  SEND_INVALID: 400,
  RECORD_INVALID: 400,
  IMPORT_INVALID: 400,
  SESSION_ID_INVALID: 400,
  SESSION_TOO_NEW: 400,
  UNKNOWN_STREAM: 404,
  UNKNOWN_EVENT: 404,
  UNKNOWN_INPUT: 404,
  SESSION_NOT_FOUND: 404,
  SESSION_EXISTS: 409,
  SESSION_BUSY: 409,
  SESSION_FENCED: 409,
  SESSION_MOVED: 409,
  LOG_MOVED: 409,
  SETTINGS_INVALID: 409,
  SESSION_CLOSED: 503,
  STORE_FAILED: 503,
  STORE_FULL: 507,
  SERVER_REFUSED: 403,
};

/** Converts an error into a response that contains only what the client may know. */
export function toErrorBody(
  thrown: unknown,
  onFault: (thrown: unknown) => string,
): { readonly status: ContentfulStatusCode; readonly body: ErrorBody } {
  if (thrown instanceof HttpError) {
    const { status, message, hint } = thrown;
    return { status, body: { error: { code: 'SERVER_REFUSED', message, hint, retryable: false } } };
  }
  const error = AgentError.from(thrown);
  const { code, message, retryable } = error;
  if (code === 'INTERNAL') return { status: 500, body: toFault(onFault(thrown)) };
  const status = statuses[code] ?? 500;
  if (code.startsWith('STORE_')) return { status, body: toOutage({ code, retryable }, onFault(thrown)) };
  const { details = {}, ...facts } = error.facts;
  const given = Object.keys(details).length === 0 ? facts : { ...facts, details };
  return { status, body: { error: { code, message, ...given } } };
}

/** Hides how and where the server stores data. */
function toOutage({ code, retryable }: Pick<AgentError, 'code' | 'retryable'>, faultId: string): ErrorBody {
  const message = `The server's storage is unavailable (${faultId})`;
  return { error: { code, message, hint: 'Try again. Details are in the server\u2019s log', retryable } };
}

/** Hides internal errors. The client gets an ID under which the server's log describes the failure. */
function toFault(faultId: string): ErrorBody {
  const message = `Internal server error (${faultId})`;
  return { error: { code: 'INTERNAL', message, hint: 'Details are in the server\u2019s log', retryable: true } };
}
