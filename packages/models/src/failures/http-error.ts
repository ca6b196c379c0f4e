import { AgentError, type AgentErrorCode } from '@bowline/protocol';
import { readErrorBody, type ErrorBody } from './error-body.ts';

/** What a provider answered instead of an answer. */
export interface HttpFailure {
  readonly model: string;
  readonly status: number;
  readonly body: string;
  readonly headers?: Readonly<Record<string, string | readonly string[] | undefined>>;
}

interface Meaning {
  readonly code: AgentErrorCode;
  readonly hint: string;
  readonly retryable?: boolean;
}

const badKey: Meaning = { code: 'MODEL_AUTH', hint: 'the key is not accepted: bowline auth shows where it was found' };
const byStatus: Readonly<Record<number, Meaning>> = {
  400: { code: 'MODEL_BAD_REQUEST', hint: 'the request is at fault; try another model or a shorter prompt' },
  401: badKey,
  402: { code: 'MODEL_QUOTA', hint: 'there is no credit left; add some, or choose another model' },
  403: { code: 'MODEL_FORBIDDEN', hint: 'the key may not use this model or API; check its project and restrictions' },
  404: { code: 'MODEL_NOT_FOUND', hint: 'check the name of the model; bowline models lists those there are' },
  408: { code: 'MODEL_TIMEOUT', hint: 'try again', retryable: true },
  413: { code: 'MODEL_BAD_REQUEST', hint: 'the request is too large; send less' },
  429: { code: 'MODEL_QUOTA', hint: 'the quota is used up; wait, or choose another model', retryable: true },
};
const theirs: Meaning = {
  code: 'MODEL_UNAVAILABLE',
  hint: "the provider's side is at fault; try again, or choose another model",
  retryable: true,
};
const ours: Meaning = { code: 'MODEL_BAD_REQUEST', hint: 'the provider refused the request' };

const limited: ReadonlySet<number> = new Set([402, 429, 499, 503]);

/** The longest wait that a retry is worth; who asks for more means that there is nothing to be had. */
const LONGEST_WAIT_MS = 300_000;

/**
 * An HTTP error of any provider as ours.
 *
 * Its details are what retry and fallback go by: `status`; `retryAfterMs` as the server asked; and for what will not
 * pass in minutes `limit`: `day`, `none` (there is no quota at all), `long` (a wait over five minutes) or `capacity`.
 */
export function toHttpError({ model, status, body, headers = {} }: HttpFailure): AgentError {
  const said = readErrorBody(body, headers);
  const { code, hint, retryable = false } = said.isBadKey ? badKey : meaningOf(status);
  const limit = limitOf(status, said);
  return new AgentError(code, `${model}: ${said.message || `HTTP ${status}`}`, {
    hint: limit === undefined ? hint : limitHints[limit],
    retryable: retryable && limit === undefined,
    details: {
      status,
      ...(said.retryAfterMs === undefined ? {} : { retryAfterMs: said.retryAfterMs }),
      ...(limit === undefined ? {} : { limit }),
    },
  });
}

function meaningOf(status: number): Meaning {
  return byStatus[status] ?? (status >= 500 || status === 499 ? theirs : ours);
}

/** Why a limit will not pass in minutes. */
export type QuotaLimit = 'day' | 'none' | 'long' | 'capacity';

const limitHints: Readonly<Record<QuotaLimit, string>> = {
  day: 'the quota of the day is used up; wait for tomorrow (--on-quota wait), or choose another model',
  none: 'this key has no quota for the model; choose another model, or raise the limit at the provider',
  long: 'the quota is used up for a while; wait (--on-quota wait), or choose another model',
  capacity: 'the model has no room for more requests right now; try again in a minute, or choose another model',
};

function limitOf(status: number, said: ErrorBody): QuotaLimit | undefined {
  const isLong = (said.retryAfterMs ?? 0) > LONGEST_WAIT_MS;
  if (!limited.has(status)) return isLong && status >= 400 ? 'long' : undefined;
  if (status === 402 || said.isWithoutQuota) return 'none';
  if (said.isDaily) return 'day';
  if (isLong) return 'long';
  return said.isCapacity ? 'capacity' : undefined;
}
