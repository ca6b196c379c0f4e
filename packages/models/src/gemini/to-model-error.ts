import { AgentError, type AgentErrorCode } from '@bowline/protocol';
import * as z from 'zod';

const bodySchema = z.object({ error: z.object({ message: z.string().optional(), status: z.string().optional() }) });

interface Meaning {
  readonly code: AgentErrorCode;
  readonly hint: string;
  readonly retryable?: boolean;
}

const byStatus: Readonly<Record<number, Meaning>> = {
  400: { code: 'MODEL_BAD_REQUEST', hint: 'the request is at fault; try another model or a shorter prompt' },
  401: { code: 'MODEL_AUTH', hint: 'check that GEMINI_API_KEY holds a valid key' },
  403: { code: 'MODEL_FORBIDDEN', hint: 'the key may not use this model or API; check its project and restrictions' },
  404: { code: 'MODEL_NOT_FOUND', hint: 'check the name of the model (-m)' },
  408: { code: 'MODEL_TIMEOUT', hint: 'try again', retryable: true },
  429: { code: 'MODEL_QUOTA', hint: 'the quota is used up; wait, or choose another model (-m)', retryable: true },
};

/** What a provider answered instead of an answer. */
export function toStatusError(status: number, body: string, model: string): AgentError {
  const {
    code,
    hint,
    retryable = false,
  } = byStatus[status] ?? {
    code: status >= 500 ? 'MODEL_UNAVAILABLE' : 'MODEL_BAD_REQUEST',
    hint:
      status >= 500
        ? "the provider's side is at fault; try again, or choose another model (-m)"
        : 'the provider refused the request',
    retryable: status >= 500,
  };
  return new AgentError(code, `${model}: ${wordsOf(body) || `HTTP ${status}`}`, {
    hint,
    retryable,
    details: { status },
  });
}

/** What was thrown on the way to a provider, as an error that says what it means and what to do. */
export function toModelError(thrown: unknown, model: string): AgentError {
  if (AgentError.is(thrown)) return thrown;
  const text = thrown instanceof Error ? thrown.message : String(thrown);
  const hint = 'check the network, the proxy, and GOOGLE_GEMINI_BASE_URL if it is set';
  return new AgentError('MODEL_UNREACHABLE', `${model} could not be reached: ${text}${causeOf(thrown)}`, {
    hint,
    retryable: true,
    cause: thrown,
  });
}

/** Google words its errors as JSON; a gateway may not. */
function wordsOf(text: string): string {
  try {
    return bodySchema.safeParse(JSON.parse(text)).data?.error.message ?? text.slice(0, 500);
  } catch {
    return text.slice(0, 500);
  }
}

function causeOf(thrown: unknown): string {
  const cause = thrown instanceof Error ? thrown.cause : undefined;
  return cause instanceof Error ? ` (${cause.message})` : '';
}
