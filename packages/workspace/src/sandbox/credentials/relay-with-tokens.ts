import type { IncomingHttpHeaders, IncomingMessage, ServerResponse } from 'node:http';
import { Agent, createServer, request } from 'node:https';
import { isIP, type Socket } from 'node:net';
import { pipeline, type Duplex } from 'node:stream';
import { checkServerIdentity, type SecureContext } from 'node:tls';
import { createGunzip } from 'node:zlib';
import { putToken, type TokenPair } from './put-token.ts';
import { TokenMask } from './token-mask.ts';

/** A host that a command reaches with tokens. */
export interface RelayTarget {
  /** The host that was allowed, and that is verified. */
  readonly host: string;
  readonly port: number;
  /** The address it resolved to. */
  readonly address: string;
  readonly pairs: readonly TokenPair[];
  /** What the command sees instead of the host's own certificate. */
  readonly certificate: { readonly key: string; readonly cert: string };
  /** Verifies the host. */
  readonly context: SecureContext;
}

/** Hop-by-hop headers, which are not forwarded. */
const HOP = /^(?:proxy-.*|connection|keep-alive|te|trailer|transfer-encoding|upgrade|alt-svc)$/;
/**
 * Headers that are not forwarded: partial responses could reveal parts of a token that they repeat, and `Expect` is
 * hop-by-hop.
 */
const NOT_ASKED = /^(?:host|expect|range|if-range|accept-encoding)$/;
const IDLE_MS = 60_000;
const OFFER = { ALPNProtocols: ['http/1.1'], handshakeTimeout: 20_000 };
const WITHOUT_BODY: ReadonlySet<number> = new Set([204, 304]);

/**
 * Responds to a client as if it were the host, and forwards its requests. Each request is parsed and written again,
 * with tokens instead of placeholders in authentication headers; each response gets placeholders again. Connects to one
 * host, and verifies it.
 */
export function relayWithTokens(client: Socket, target: RelayTarget): void {
  const { context, address, host } = target;
  const agent = new Agent({
    keepAlive: true,
    maxSockets: 1,
    secureContext: context,
    host: address,
    servername: isIP(host) === 0 ? host : '',
    ALPNProtocols: ['http/1.1'],
    rejectUnauthorized: true,
    checkServerIdentity: (_, certificate) => checkServerIdentity(host, certificate),
  });
  const relay: Relay = { ...target, agent, mask: new TokenMask(target.pairs) };
  const server = createServer({ ...target.certificate, ...OFFER }, (asked, answer) => {
    const problem = findProblem(asked, target);
    if (problem === undefined) forward(asked, answer, relay);
    else refuse(answer, ...problem);
  });
  server.keepAliveTimeout = IDLE_MS;
  const close = (_: unknown, socket: Duplex): void => {
    socket.destroy();
  };
  // After a protocol switch, the data could not be inspected.
  server.on('upgrade', close).on('connect', close).on('tlsClientError', close);
  client.on('close', () => {
    agent.destroy();
  });
  // A client that disconnects before it sends a request would otherwise be kept until a timeout.
  Object.assign(client, { allowHalfOpen: false });
  server.emit('connection', client);
}

interface Relay extends RelayTarget {
  readonly agent: Agent;
  readonly mask: TokenMask;
}

/** Why a request is not forwarded: it is for another host, or its headers would be sent back. */
function findProblem({ url = '', method, rawHeaders }: IncomingMessage, target: RelayTarget): Refusal | undefined {
  if (method === 'TRACE') return [405, 'TRACE is not passed on with a token.'];
  if (!url.startsWith('/')) return [400, 'Only a path is understood here.'];
  const hosts = rawHeaders.flatMap((name, n) => (n % 2 === 0 && /^host$/i.test(name) ? [rawHeaders[n + 1]] : []));
  const isMeant = hosts.every((each) => isSame(each ?? '', target));
  return isMeant ? undefined : [421, `This connection is for ${target.host}.`];
}

type Refusal = readonly [status: number, text: string];

function isSame(asked: string, { host, port }: RelayTarget): boolean {
  const [, name = '', wanted = '443'] = /^(\[[^\]]*\]|[^:]*)(?::(\d+))?$/.exec(asked) ?? [];
  return name.toLowerCase().replace(/^\[(.*)\]$/, '$1') === host && Number(wanted) === port;
}

function forward(asked: IncomingMessage, answer: ServerResponse, relay: Relay): void {
  const { address, port, agent } = relay;
  const { method, url: path } = asked;
  let upstream: ReturnType<typeof request>;
  try {
    upstream = request({ host: address, port, agent, method, path, headers: toAsked(asked.headers, relay) });
  } catch {
    refuse(answer, 400, 'The request is not well formed.');
    return;
  }
  upstream.on('response', (response) => {
    respond(response, answer, relay);
  });
  upstream.on('error', (error) => {
    // As if the host had closed the connection, so that the client retries if it can.
    if (upstream.reusedSocket && !answer.headersSent) asked.socket.destroy();
    else refuse(answer, 502, `Bowline's sandbox could not reach ${relay.host}: ${error.message}`);
  });
  answer.on('close', () => upstream.destroy());
  asked.pipe(upstream);
}

function toAsked(headers: IncomingHttpHeaders, { host, port, pairs }: Relay): Record<string, string | string[]> {
  const kept = Object.entries(headers).flatMap(([name, value]): [string, string | string[]][] => {
    if (value === undefined || HOP.test(name) || NOT_ASKED.test(name)) return [];
    return [[name, typeof value === 'string' ? putToken(name, value, pairs) : value]];
  });
  const name = isIP(host) === 6 ? `[${host}]` : host;
  return {
    ...Object.fromEntries(kept),
    host: port === 443 ? name : `${name}:${port}`,
    // The only encoding that can be inspected below.
    'accept-encoding': /\bgzip\b/.test(headers['accept-encoding']?.toString() ?? '') ? 'gzip' : 'identity',
    // A body without a length stays chunked; otherwise it could be sent as a second request.
    ...(headers['transfer-encoding'] === undefined ? {} : { 'transfer-encoding': 'chunked' }),
  };
}

function respond(response: IncomingMessage, answer: ServerResponse, { mask, host }: Relay): void {
  const { statusCode = 502 } = response;
  const hasBody = answer.req.method !== 'HEAD' && !WITHOUT_BODY.has(statusCode);
  const form = hasBody ? formOf(response) : 'plain';
  if (form === 'unknown') {
    response.destroy();
    refuse(answer, 502, `${host} answered in an encoding that is not looked into.`);
    return;
  }
  try {
    answer.writeHead(statusCode, toAnswered(response, mask, form));
  } catch {
    response.destroy();
    answer.destroy();
    return;
  }
  const unpack = form === 'zipped' ? [createGunzip()] : [];
  pipeline([response, ...unpack, mask.stream(), answer], () => undefined);
}

function formOf({ headers: { 'content-encoding': encoding = 'identity' } }: IncomingMessage): BodyForm {
  if (encoding === 'identity') return 'plain';
  return /^(?:x-)?gzip$/i.test(encoding) ? 'zipped' : 'unknown';
}

type BodyForm = 'plain' | 'zipped' | 'unknown';

function toAnswered({ rawHeaders }: IncomingMessage, mask: TokenMask, form: BodyForm): string[] {
  const kept: string[] = [];
  for (let n = 0; n + 1 < rawHeaders.length; n += 2) {
    const [name = '', value = ''] = rawHeaders.slice(n, n + 2);
    const isOurs = form === 'zipped' && /^content-(?:encoding|length)$/i.test(name);
    if (!isOurs && !HOP.test(name.toLowerCase())) kept.push(mask.text(name), mask.text(value));
  }
  return kept;
}

function refuse(answer: ServerResponse, status: number, text: string): void {
  if (answer.headersSent) {
    answer.destroy();
    return;
  }
  answer.writeHead(status, { 'content-type': 'text/plain', connection: 'close' });
  answer.end(`${text}\n`);
}
