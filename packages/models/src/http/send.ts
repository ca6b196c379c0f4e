import { request as plainRequest, type Agent, type ClientRequest, type IncomingMessage } from 'node:http';
import { request as secureRequest } from 'node:https';
import type { Socket } from 'node:net';
import { toAbortError } from './abort-error.ts';
import { toProxyRefusal } from './proxy.ts';
import type { Route } from './routes.ts';
import { CONNECT_SIGNAL } from './tunnel-agent.ts';

/** A request to send; the pieces of its body are not copied. */
export interface Message {
  readonly method: 'GET' | 'POST';
  readonly headers: Readonly<Record<string, string>>;
  readonly body: readonly Uint8Array[];
  readonly signal: AbortSignal;
}

const closed: ReadonlySet<unknown> = new Set(['ECONNRESET', 'EPIPE']);

/** Sends a request and resolves when the response begins. */
export async function send(route: Route, message: Message): Promise<IncomingMessage> {
  return await attempt(route, message, { isSecond: false });
}

async function attempt(route: Route, message: Message, { isSecond }: { isSecond: boolean }): Promise<IncomingMessage> {
  const { signal } = message;
  if (signal.aborted) throw toAbortError(signal);
  return await new Promise((resolve, reject) => {
    const request = openRequest(route, message);
    let isAnswered = false;
    request.on('response', (response) => {
      isAnswered = true;
      resolve(response);
    });
    request.on('error', (thrown: NodeJS.ErrnoException) => {
      if (signal.aborted) {
        reject(toAbortError(signal));
        return;
      }
      // A server may close a kept connection just as it is used: the request was then not read and is sent once more.
      // The other idle connections are as old, so a new one is used.
      const isStale = request.reusedSocket && !isAnswered && closed.has(thrown.code);
      if (!isStale || isSecond) {
        reject(thrown);
        return;
      }
      dropIdle(route.agent);
      resolve(attempt(route, message, { isSecond: true }));
    });
    request.on('socket', ignoreErrors);
    watchProxy(request, route, reject);
    for (const piece of message.body) request.write(piece);
    request.end();
  });
}

function openRequest(route: Route, { method, headers, body, signal }: Message): ClientRequest {
  const length = body.reduce((sum, piece) => sum + piece.length, 0);
  const open = route.url.startsWith('https:') ? secureRequest : plainRequest;
  const options = {
    ...route.options,
    method,
    agent: route.agent,
    headers: { ...headers, ...route.headers, ...(method === 'POST' ? { 'content-length': length } : {}) },
    signal,
    [CONNECT_SIGNAL]: signal,
  };
  return open(route.url, options);
}

/** Keeps a proxy's own response from being mistaken for that of the server. */
function watchProxy(request: ClientRequest, { proxy, target }: Route, onRefusal: (refusal: Error) => void): void {
  if (proxy === undefined) return;
  const refuse = (status: number): void => {
    onRefusal(toProxyRefusal(proxy, target, status));
    request.destroy();
  };
  request.once('proxyConnect', ({ statusCode }: { statusCode: number }) => {
    if (statusCode !== 200) refuse(statusCode);
  });
  request.prependListener('response', ({ statusCode }) => {
    if (statusCode === 407) refuse(statusCode);
  });
}

const ignore = (): void => undefined;

/**
 * Node removes its listeners from a socket when the response has ended, one tick before the agent adds its own. An
 * error in that tick is an abort that came with the last bytes. Without a listener it would end the process.
 */
function ignoreErrors(socket: Socket): void {
  if (!socket.listeners('error').includes(ignore)) socket.on('error', ignore);
}

function dropIdle(agent: Agent): void {
  for (const sockets of Object.values(agent.freeSockets)) for (const socket of sockets ?? []) socket.destroy();
}
