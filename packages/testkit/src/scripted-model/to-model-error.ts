import { AgentError, type AgentErrorCode } from '@bowline/protocol';
import type { ScriptedHttpError } from './model-script.ts';

const codes: Readonly<Record<number, AgentErrorCode>> = {
  401: 'MODEL_AUTH',
  403: 'MODEL_FORBIDDEN',
  404: 'MODEL_NOT_FOUND',
  408: 'MODEL_TIMEOUT',
  429: 'MODEL_QUOTA',
};
const retryable: ReadonlySet<AgentErrorCode> = new Set(['MODEL_QUOTA', 'MODEL_TIMEOUT', 'MODEL_UNAVAILABLE']);

/** What a client of a real provider throws for this HTTP error, with `status` and `retryAfterMs` as details. */
export function toModelError({ status, message, details = [] }: ScriptedHttpError): AgentError {
  const code = codes[status] ?? (status >= 500 ? 'MODEL_UNAVAILABLE' : 'MODEL_BAD_REQUEST');
  const retryAfterMs = details.flatMap(({ retryDelay }) =>
    typeof retryDelay === 'string' ? [Number.parseFloat(retryDelay) * 1000] : [],
  )[0];
  return new AgentError(code, message ?? `scripted HTTP ${status}`, {
    retryable: retryable.has(code),
    details: { status, ...(retryAfterMs === undefined ? {} : { retryAfterMs }) },
  });
}
