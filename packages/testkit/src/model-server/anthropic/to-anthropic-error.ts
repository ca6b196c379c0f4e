import type { ScriptedHttpError } from '../../model-script.ts';
import { toErrorAnswer, type HttpAnswer } from '../../errors/http-answer.ts';
import { withRetryHeaders } from '../retry-headers.ts';

const types: Readonly<Record<number, string>> = {
  400: 'invalid_request_error',
  401: 'authentication_error',
  402: 'billing_error',
  403: 'permission_error',
  404: 'not_found_error',
  413: 'request_too_large',
  429: 'rate_limit_error',
  503: 'overloaded_error',
  504: 'timeout_error',
  529: 'overloaded_error',
};

/** A scripted error as Anthropic's response. */
export const toAnthropicError = (error: ScriptedHttpError): HttpAnswer =>
  toErrorAnswer(withRetryHeaders(error), toAnthropicErrorWords(error));

/** Anthropic's error format, also used in the middle of a stream: `{type: 'error', error: {type, message}}`. */
export function toAnthropicErrorWords({ status, message }: ScriptedHttpError): object {
  const type = types[status] ?? (status >= 500 ? 'api_error' : 'invalid_request_error');
  return { type: 'error', error: { type, message: message ?? `scripted ${type}` }, request_id: 'req_scripted' };
}
