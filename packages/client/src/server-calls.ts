import { AgentError, agentErrorCodeSchema, agentErrorFactsSchema } from '@bowline/protocol';
import * as z from 'zod';

/** The address of a server and the token for it. */
export interface ServerPlace {
  /** For example `http://127.0.0.1:4711`. */
  readonly url: string;
  readonly token: string;
  readonly fetch?: typeof fetch | undefined;
  /** How long a failing call is retried, in milliseconds. */
  readonly patienceMs?: number | undefined;
}

/** One request. */
export interface Call {
  readonly method?: 'GET' | 'POST' | 'PUT';
  readonly path: string;
  readonly query?: Readonly<Record<string, string | undefined>>;
  readonly headers?: Readonly<Record<string, string>>;
  /** A stream can be sent only once, so the call is not retried. */
  readonly body?: string | Uint8Array<ArrayBuffer> | ReadableStream<Uint8Array>;
  readonly signal?: AbortSignal;
}

const errorSchema = z.object({
  error: z.object({
    code: z.string(),
    message: z.string(),
    ...agentErrorFactsSchema.shape,
  }),
});

const PATIENCE_MS = 30_000;
const WAIT_MS = { first: 100, longest: 3000 };

/** Sends a request once. Throws the error that the server returned. */
export async function callOnce(place: ServerPlace, call: Call): Promise<Response> {
  const response = await reach(place, call);
  if (response.ok) return response;
  throw await toAgentError(response);
}

/** Retries while the server is unavailable. Only for calls that are safe to repeat. */
export async function callPatiently(place: ServerPlace, call: Call): Promise<Response> {
  const until = Date.now() + (place.patienceMs ?? PATIENCE_MS);
  for (let wait = WAIT_MS.first; ; wait = Math.min(wait * 2, WAIT_MS.longest)) {
    try {
      return await callOnce(place, call);
    } catch (thrown) {
      const error = AgentError.from(thrown);
      if (!isPassing(error) || Date.now() + wait > until) throw error;
      await new Promise((resolve) => setTimeout(resolve, wait));
    }
  }
}

/** Whether an error is transient and unrelated to the request. */
export function isPassing({ code, retryable }: AgentError): boolean {
  return code === 'SERVER_UNREACHABLE' || (code === 'STORE_FAILED' && retryable);
}

/** Sends a request and validates the JSON response. */
export async function callForJson<Schema extends z.ZodType>(
  place: ServerPlace,
  call: Call,
  schema: Schema,
): Promise<z.infer<Schema>> {
  const response = await callPatiently(place, call);
  const parsed = schema.safeParse(await response.json());
  if (parsed.success) return parsed.data;
  throw new AgentError('INTERNAL', `Unexpected response from the server: ${z.prettifyError(parsed.error)}`, {
    hint: 'The server may have another version',
  });
}

async function reach({ url, token, fetch: ask = fetch }: ServerPlace, call: Call): Promise<Response> {
  const { method = 'GET', path, query = {}, headers, body, signal } = call;
  const target = new URL(`${url.replace(/\/$/, '')}${path}`);
  for (const [name, value] of Object.entries(query)) if (value !== undefined) target.searchParams.set(name, value);
  try {
    return await ask(target, {
      method,
      headers: { authorization: `Bearer ${token}`, ...headers },
      ...(body === undefined ? {} : { body }),
      ...(body instanceof ReadableStream ? { duplex: 'half' as const } : {}),
      ...(signal === undefined ? {} : { signal }),
    });
  } catch (thrown) {
    throw unreachable(url, thrown);
  }
}

/** The error for an unreachable server. */
export function unreachable(url: string, thrown: unknown): AgentError {
  const cause = thrown instanceof Error && thrown.cause instanceof Error ? thrown.cause : thrown;
  return new AgentError('SERVER_UNREACHABLE', `Cannot reach ${url}: ${AgentError.from(cause).message}`, {
    hint: 'Check the address and that the server is running',
    retryable: true,
    cause: thrown,
  });
}

async function toAgentError(response: Response): Promise<AgentError> {
  const parsed = errorSchema.safeParse(await response.json().catch(() => undefined));
  if (!parsed.success) return strange(response);
  const { code, message, ...facts } = parsed.data.error;
  return new AgentError(agentErrorCodeSchema.safeParse(code).data ?? 'INTERNAL', message, facts);
}

/** The error for a response that is not from a Bowline server, such as one from a proxy. */
function strange({ status, url }: Response): AgentError {
  const isPassingBy = status === 502 || status === 503 || status === 504;
  const message = `${new URL(url).origin} responded with status ${status}`;
  return isPassingBy
    ? new AgentError('SERVER_UNREACHABLE', message, { retryable: true })
    : new AgentError('SERVER_REFUSED', message, { hint: 'Check the address' });
}
