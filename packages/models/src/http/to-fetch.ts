import type { IncomingMessage } from 'node:http';
import { AgentError } from '@bowline/protocol';
import { toAbortError } from './abort-error.ts';
import type { Http } from './create-http.ts';

/** Statuses without a body: a `Response` throws if it gets one. */
const bodiless: ReadonlySet<number> = new Set([204, 205, 304]);

/**
 * Creates a `fetch` for libraries over our network access: GET and POST, no redirects, and failures are the original
 * network errors instead of "fetch failed".
 */
export function toFetch(http: Http): typeof fetch {
  return async (input, init) => {
    const { body } = init ?? {};
    const bytes = typeof body === 'string' ? Buffer.from(body) : body instanceof Uint8Array ? body : undefined;
    // The usual bodies are sent unchanged; the platform converts any other body.
    const request = new Request(input, bytes === undefined ? init : { ...init, body: null });
    const { url, method } = request;
    // The signal of a request only follows the one that was passed, and may be garbage-collected before it.
    const signal = init?.signal ?? request.signal;
    const headers = Object.fromEntries(request.headers);
    const answer = async (): Promise<IncomingMessage> => {
      switch (method) {
        case 'GET':
          return await http.get({ url, headers, signal });
        case 'POST':
          return await http.post({
            url,
            headers,
            body: [bytes ?? new Uint8Array(await request.arrayBuffer())],
            signal,
          });
        default:
          throw new AgentError('INTERNAL', `${method} requests are not supported here`);
      }
    };
    return toResponse(await answer().catch(asAbort(signal)), signal);
  };
}

function toResponse(incoming: IncomingMessage, signal: AbortSignal): Response {
  const headers = new Headers();
  const { rawHeaders, statusCode = 0, statusMessage = '' } = incoming;
  for (let n = 0; n + 1 < rawHeaders.length; n += 2) headers.append(rawHeaders[n] ?? '', rawHeaders[n + 1] ?? '');
  const isBodiless = bodiless.has(statusCode);
  if (isBodiless) incoming.resume();
  return new Response(isBodiless ? null : toStream(incoming, signal), {
    status: statusCode,
    statusText: statusMessage,
    headers,
  });
}

/** Reads on demand; canceling ends the request. */
function toStream(incoming: IncomingMessage, signal: AbortSignal): ReadableStream<Uint8Array> {
  const chunks: AsyncIterator<Uint8Array> = incoming[Symbol.asyncIterator]();
  return new ReadableStream<Uint8Array>({
    async pull(controller) {
      const next = await chunks.next().catch(asAbort(signal));
      if (next.done === true) controller.close();
      else controller.enqueue(next.value);
    },
    cancel() {
      incoming.destroy();
    },
  });
}

/** Reports any error after an abort as the abort. */
function asAbort(signal: AbortSignal): (thrown: unknown) => never {
  return (thrown) => {
    throw signal.aborted ? toAbortError(signal) : thrown;
  };
}
