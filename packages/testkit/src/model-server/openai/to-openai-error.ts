import type { ScriptedHttpError } from '../../model-script.ts';
import { toErrorAnswer, type HttpAnswer } from '../../errors/http-answer.ts';
import { withRetryHeaders } from '../retry-headers.ts';

interface Words {
  readonly type: string;
  readonly code: string | null;
}

const wordsByStatus: Readonly<Record<number, Words>> = {
  401: { type: 'invalid_request_error', code: 'invalid_api_key' },
  404: { type: 'invalid_request_error', code: 'model_not_found' },
  429: { type: 'requests', code: 'rate_limit_exceeded' },
};

/** A scripted error in OpenAI's format: `{error: {message, type, param, code}}`. */
export const toOpenAIError = (error: ScriptedHttpError): HttpAnswer =>
  toErrorAnswer(withRetryHeaders(error), { error: toOpenAIErrorWords(error) });

/** The inner error object of OpenAI, in a response or in a stream. */
export function toOpenAIErrorWords(error: ScriptedHttpError): object {
  const { type, code } = toWords(error);
  return { message: error.message ?? `scripted ${code ?? type}`, type, param: null, code };
}

/** A daily quota is reported like insufficient funds: neither recovers after a short wait. */
function toWords(error: ScriptedHttpError): Words {
  if (error.status === 429 && JSON.stringify(error.details ?? []).includes('PerDay')) {
    return { type: 'insufficient_quota', code: 'insufficient_quota' };
  }
  const type = error.status >= 500 ? 'server_error' : 'invalid_request_error';
  return wordsByStatus[error.status] ?? { type, code: null };
}
