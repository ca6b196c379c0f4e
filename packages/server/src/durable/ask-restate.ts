import { request as open } from 'node:http';
import { buffer } from 'node:stream/consumers';
import { AgentError } from '@bowline/protocol';

/** Where a request goes: an address, `http://HOST:PORT` or `unix:PATH`, and a path there. */
export interface RestatePlace {
  readonly address: string;
  readonly path: string;
}

/** What is asked there. */
export interface RestateRequest {
  readonly method: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string;
  readonly timeoutMs?: number;
}

const TIMEOUT_MS = 30_000;
const SOCKET = 'unix:';
/** Statuses whose answers have no body. */
const EMPTY = new Set([204, 205, 304]);

/** Asks Restate, or throws that it cannot be reached. */
export async function askRestate({ address, path }: RestatePlace, request: RestateRequest): Promise<Response> {
  const { timeoutMs = TIMEOUT_MS, ...rest } = request;
  const signal = AbortSignal.timeout(timeoutMs);
  try {
    if (!address.startsWith(SOCKET)) return await fetch(`${address}${path}`, { ...rest, signal });
    return await askSocket({ address: address.slice(SOCKET.length), path }, rest, signal);
  } catch (thrown) {
    throw new AgentError('STORE_FAILED', 'the engine of durable turns cannot be reached', {
      hint: 'is Restate running, at this address?',
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
    // A connection for each request: one that is kept may have been closed on the other side when it is used again.
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
