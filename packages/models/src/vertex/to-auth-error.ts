import { AgentError } from '@bowline/protocol';
import * as z from 'zod';
import { toNetworkError } from '../failures/network-error.ts';

/** The hint for missing or invalid credentials. */
export const LOGIN_HINT =
  'Run gcloud auth application-default login, or set GOOGLE_APPLICATION_CREDENTIALS to the key file of a service account';

/** The token request that failed. */
export interface TokenRequest {
  /** The source of the credentials, such as a file. */
  readonly who: string;
  readonly url: string;
  readonly proxy: string | undefined;
}

const answeredSchema = z.object({ status: z.number(), data: z.unknown() });
const oauthSchema = z.object({ error: z.string(), error_description: z.string().optional() });
const apiSchema = z.object({ error: z.object({ message: z.string() }) });

/**
 * Converts an error of Google's library. With a response, the credentials are invalid or Google has an outage; with
 * another cause, it is a network error; otherwise the credentials cannot be used at all.
 *
 * The library's error is not kept as a cause: it contains the request, and that contains secrets.
 */
export function toAuthError(thrown: unknown, request: TokenRequest): AgentError {
  const cause = thrown instanceof Error ? thrown.cause : undefined;
  if (AgentError.is(thrown)) return thrown;
  if (AgentError.is(cause)) return cause;
  const answered = answeredSchema.safeParse(
    typeof thrown === 'object' && thrown !== null && 'response' in thrown ? thrown.response : undefined,
  );
  if (answered.success) return toRefusal(answered.data, request);
  if (cause instanceof Error)
    return toNetworkError(cause, { model: new URL(request.url).host, url: request.url, proxy: request.proxy });
  const text = thrown instanceof Error ? thrown.message : String(thrown);
  return new AgentError('MODEL_AUTH', `The Google credentials of ${request.who} cannot be used: ${text}`, {
    hint: LOGIN_HINT,
  });
}

function toRefusal({ status, data }: z.infer<typeof answeredSchema>, { who }: TokenRequest): AgentError {
  const said = wordsOf(data) ?? `HTTP ${status}`;
  if (status === 429 || status >= 500)
    return new AgentError('MODEL_UNAVAILABLE', `Google issued no token for ${who}: ${said}`, {
      hint: 'Google has a problem. Try again',
      retryable: true,
      details: { status },
    });
  return new AgentError('MODEL_AUTH', `Google rejected the credentials of ${who}: ${said}`, {
    hint: LOGIN_HINT,
    details: { status },
  });
}

function wordsOf(data: unknown): string | undefined {
  const oauth = oauthSchema.safeParse(data);
  if (oauth.success) {
    const { error, error_description: description } = oauth.data;
    return description === undefined ? error : `${error}: ${description}`;
  }
  return apiSchema.safeParse(data).data?.error.message;
}
