import { AgentError, type AgentErrorCode, type Quota, type RefusedInput } from '@bowline/protocol';
import { readErrorBody, type ErrorBody } from './error-body.ts';
import { findNamedMedia } from './named-media.ts';
import { readRefusedInput } from './refused-input.ts';

/** An error response of a provider. */
export interface HttpFailure {
  readonly model: string;
  readonly status: number;
  readonly body: string;
  readonly headers?: Readonly<Record<string, string | readonly string[] | undefined>>;
  /** The request body, to find media that an error names by position. */
  readonly sent?: unknown;
}

interface Meaning {
  readonly code: AgentErrorCode;
  readonly hint: string;
  readonly retryable?: boolean;
}

const badKey: Meaning = { code: 'MODEL_AUTH', hint: 'The key was rejected. To see where it comes from: bowline auth' };
const byStatus: Readonly<Record<number, Meaning>> = {
  400: { code: 'MODEL_BAD_REQUEST', hint: 'The request is invalid. Try another model or a shorter prompt' },
  401: badKey,
  402: { code: 'MODEL_QUOTA', hint: 'No credit is left. Add some, or choose another model' },
  403: { code: 'MODEL_FORBIDDEN', hint: 'The key may not use this model or API. Check its project and restrictions' },
  404: { code: 'MODEL_NOT_FOUND', hint: 'Check the name of the model. To list the available ones: bowline models' },
  408: { code: 'MODEL_TIMEOUT', hint: 'Try again', retryable: true },
  429: { code: 'MODEL_QUOTA', hint: 'The quota is used up. Wait, or choose another model', retryable: true },
};
const theirs: Meaning = {
  code: 'MODEL_UNAVAILABLE',
  hint: 'The provider has a problem. Try again, or choose another model',
  retryable: true,
};
const ours: Meaning = { code: 'MODEL_BAD_REQUEST', hint: 'The provider rejected the request. Try another model' };

const limited: ReadonlySet<number> = new Set([402, 429, 499, 503]);

/** The longest delay for a retry. A longer one means that the model is unavailable. */
const LONGEST_WAIT_MS = 300_000;

/**
 * Converts an HTTP error of any provider.
 *
 * Retry and fallback use its `retryAfter`, `quota` (`long` is a delay of more than five minutes) and `refused`. The
 * details contain the `status` and, if the provider rejected media, which one: `media`, `mimeType`.
 */
export function toHttpError({ model, status, body, headers = {}, sent }: HttpFailure): AgentError {
  const said = readErrorBody(body, headers);
  const refused = said.isBadKey ? undefined : readRefusedInput({ status, ...said });
  const { code, hint, retryable = false } = said.isBadKey ? badKey : meaningOf(status, refused);
  const quota = quotaOf(status, said);
  return new AgentError(code, `${model}: ${said.message || `HTTP ${status}`}`, {
    hint: quota === undefined ? hint : quotaHints[quota],
    retryable: retryable && quota === undefined,
    retryAfter: said.retryAfterMs,
    quota,
    refused,
    details: { status, ...(refused === 'media' ? findNamedMedia(`${said.param} ${said.message}`, sent) : {}) },
  });
}

const byRefusal: Readonly<Record<RefusedInput, Meaning>> = {
  prompt: {
    code: 'CONTEXT_OVERFLOW',
    hint: 'Rewind, send less at once, or use a model with a larger context window',
  },
  media: { code: 'MODEL_BAD_REQUEST', hint: 'Send another image or file, or try another model' },
  payload: { code: 'MODEL_BAD_REQUEST', hint: 'The request is too large. Send less' },
};

function meaningOf(status: number, refused: RefusedInput | undefined): Meaning {
  if (refused !== undefined) return byRefusal[refused];
  return byStatus[status] ?? (status >= 500 || status === 499 ? theirs : ours);
}

const quotaHints: Readonly<Record<Quota, string>> = {
  day: 'The daily quota is used up. Wait until tomorrow (--on-quota wait), or choose another model',
  none: 'This key has no quota for the model. Choose another model, or raise the limit at the provider',
  long: 'The quota is used up for a while. Wait (--on-quota wait), or choose another model',
  capacity: 'The model is overloaded. Try again in a minute, or choose another model',
};

function quotaOf(status: number, said: ErrorBody): Quota | undefined {
  const isLong = (said.retryAfterMs ?? 0) > LONGEST_WAIT_MS;
  if (!limited.has(status)) return isLong && status >= 400 ? 'long' : undefined;
  if (status === 402 || said.isWithoutQuota) return 'none';
  if (said.isDaily) return 'day';
  if (isLong) return 'long';
  return said.isCapacity ? 'capacity' : undefined;
}
