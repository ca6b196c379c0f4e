import { AgentError } from '@bowline/protocol';
import * as z from 'zod';
import { toHttpError } from '../failures/http-error.ts';
import { readRefusedInput } from '../failures/refused-input.ts';
import { toInvalidAnswer, toNetworkError, type Target } from '../failures/network-error.ts';

/** The AI SDK's error for a failed HTTP call. */
const apiCallSchema = z.object({
  name: z.literal('AI_APICallError'),
  message: z.string(),
  statusCode: z.number().optional(),
  responseBody: z.string().optional(),
  responseHeaders: z.record(z.string(), z.string()).optional(),
  requestBodyValues: z.unknown(),
  cause: z.unknown(),
});

/** An error of a provider in the middle of a stream, or as the AI SDK passes it on. */
const saidSchema = z.object({
  message: z.string().optional(),
  type: z.string().nullish(),
  code: z.union([z.string(), z.number()]).nullish(),
  param: z.string().nullish(),
  statusCode: z.number().optional(),
});
type Said = z.infer<typeof saidSchema>;

/** Recognized by name: the AI SDK is loaded on demand, and there may be more than one copy of it. */
const oursByName: ReadonlySet<string> = new Set([
  'AI_UnsupportedFunctionalityError',
  'AI_InvalidArgumentError',
  'AI_InvalidPromptError',
  'AI_LoadAPIKeyError',
  'AI_LoadSettingError',
  'AI_NoSuchModelError',
]);

/** Converts anything that the AI SDK throws or streams as an error. */
export function toAgentError(thrown: unknown, target: Target): AgentError {
  if (AgentError.is(thrown)) return thrown;
  const { model } = target;
  const call = apiCallSchema.safeParse(thrown);
  if (call.success) return fromApiCall(call.data, target);
  if (!(thrown instanceof Error)) return fromSaid(thrown, target);
  if (oursByName.has(thrown.name)) {
    const hint = 'The request is invalid. Try another model';
    const refused = readRefusedInput({ status: 400, message: thrown.message });
    return new AgentError('MODEL_BAD_REQUEST', `${model}: ${thrown.message}`, { hint, refused, cause: thrown });
  }
  if (isUnreadError(thrown)) return fromSaid(thrown.value, target);
  return isNetwork(thrown) ? toNetworkError(thrown, target) : toInvalidAnswer(model, NOT_UNDERSTOOD, thrown);
}

const NOT_UNDERSTOOD = 'sent an invalid response';

/** An error in a gateway's own format, which the AI SDK reports as an unknown event. */
function isUnreadError(thrown: Error): thrown is Error & { readonly value: { readonly error: object } } {
  if (thrown.name !== 'AI_TypeValidationError' || !('value' in thrown)) return false;
  const { value } = thrown;
  return typeof value === 'object' && value !== null && 'error' in value && findSaid(value)?.message !== undefined;
}

/**
 * Whether an error part only means that the stream ended without a finish reason; `openai-compatible` reports it so.
 */
export function isEndWithoutFinish(error: unknown): boolean {
  return (
    error instanceof Error &&
    error.name === 'AI_InvalidResponseDataError' &&
    'data' in error &&
    error.data === undefined
  );
}

/** Keeps only the cause of the AI SDK's error, which itself contains the whole request. */
function fromApiCall(call: z.infer<typeof apiCallSchema>, target: Target): AgentError {
  const { statusCode = 0, message, responseBody, responseHeaders = {}, requestBodyValues: sent, cause } = call;
  if (statusCode < 400) {
    return cause === undefined ? toInvalidAnswer(target.model, `answered: ${message}`) : toAgentError(cause, target);
  }
  const said = findSaid(parseJson(responseBody));
  return toHttpError({
    model: target.model,
    status: isOverloaded(said) ? OVERLOADED : statusCode,
    body: said?.message === undefined ? (responseBody ?? message) : toBody(said),
    headers: responseHeaders,
    sent,
  });
}

function fromSaid(error: unknown, { model }: Target): AgentError {
  const said = findSaid(error) ?? { message: typeof error === 'string' ? error : 'the answer failed' };
  return toHttpError({ model, status: statusOf(said), body: toBody(said) });
}

/** OpenAI wraps it in a response, others in an `error`, some in nothing. */
function findSaid(value: unknown): Said | undefined {
  if (typeof value !== 'object' || value === null) return undefined;
  if ('response' in value) return findSaid(value.response);
  if ('error' in value) return findSaid(value.error);
  return saidSchema.safeParse(value).data;
}

/** Formats an error as an HTTP error body for `toHttpError`. */
function toBody({ message, type, code, param }: Said): string {
  return JSON.stringify({ error: { message, type, code, param } });
}

/** Anthropic's status code for overload. */
const OVERLOADED = 529;

const byWord: readonly (readonly [RegExp, number])[] = [
  [/overload/, OVERLOADED],
  [/rate_limit|quota|too_many/, 429],
  [/server_error|api_error|internal/, 500],
  [/authentication|api_key/, 401],
  [/billing/, 402],
  [/permission|forbidden/, 403],
  [/not_found/, 404],
  [/too_large/, 413],
  [/timeout/, 408],
  [/invalid|bad_request|context_length/, 400],
];

function statusOf(said: Said): number {
  const code = Number(said.code ?? Number.NaN);
  if (code >= 400 && code <= 599) return code;
  const words = wordsOf(said);
  return byWord.find(([word]) => word.test(words))?.[1] ?? said.statusCode ?? 500;
}

function isOverloaded(said: Said | undefined): boolean {
  return said !== undefined && /overload/.test(wordsOf(said));
}

function wordsOf({ type, code }: Said): string {
  return `${type ?? ''} ${code ?? ''}`.toLowerCase();
}

function parseJson(text: string | undefined): unknown {
  try {
    return JSON.parse(text ?? '');
  } catch {
    return undefined;
  }
}

/** Socket errors have a code, here or in a cause; errors that `fetch` adds have one of these names or messages. */
function isNetwork(thrown: Error): boolean {
  if ('code' in thrown && typeof thrown.code === 'string') return true;
  if (thrown.name === 'AbortError' || thrown.name === 'TimeoutError') return true;
  if (thrown.message === 'fetch failed' || thrown.message === 'terminated') return true;
  return thrown.cause instanceof Error && isNetwork(thrown.cause);
}
