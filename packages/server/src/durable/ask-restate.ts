import { request as open } from 'node:http';
import { buffer } from 'node:stream/consumers';
import { AgentError } from '@bowline/protocol';

/** The address (`http://HOST:PORT` or `unix:PATH`) and path of a request. */
export interface RestatePlace {
  readonly address: string;
  readonly path: string;
}

export interface RestateRequest {
  readonly method: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string;
  readonly timeoutMs?: number;
}

const TIMEOUT_MS = 30_000;
const SOCKET = 'unix:';
/** Statuses of responses without a body. */
const EMPTY = new Set([204, 205, 304]);

/** Sends a request to Restate. Throws `STORE_FAILED` if it cannot be reached. */
export async function askRestate({ address, path }: RestatePlace, request: RestateRequest): Promise<Response> {
  const { timeoutMs = TIMEOUT_MS, ...rest } = request;
  const signal = AbortSignal.timeout(timeoutMs);
  try {
    if (!address.startsWith(SOCKET)) return await fetch(`${address}${path}`, { ...rest, signal });
    return await askSocket({ address: address.slice(SOCKET.length), path }, rest, signal);
  } catch (thrown) {
    throw new AgentError('STORE_FAILED', 'Cannot reach Restate', {
      hint: 'Check the address and that Restate is running',
      retryable: true,
      cause: thrown,
    });
  }
}

async function askSocket(
  { address, path }: RestatePlace,
  { method, headers = {}, body = '' }: RestateRequest,
  signal: AbortSignal,
): Promise<Response> {
  return await new Promise((resolve, reject) => {
    // A new connection per request: the other side may have closed an idle one before it is reused.
    const options = { socketPath: address, path, method, signal, agent: false };
    const length = { 'content-length': String(Buffer.byteLength(body)) };
    const asked = open({ ...options, headers: { ...headers, ...length } }, (answer) => {
      buffer(answer).then((text) => {
        const status = answer.statusCode ?? 0;
        resolve(new Response(EMPTY.has(status) ? null : new Uint8Array(text), { status }));
      }, reject);
    });
    asked.on('error', reject);
    asked.end(body);
  });
}
