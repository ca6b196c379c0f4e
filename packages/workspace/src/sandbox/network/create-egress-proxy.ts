import { createServer, request, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { connect, isIP, type Socket } from 'node:net';
import { decideHost, type HostRule } from './decide-host.ts';
import { describePrivateAddress } from './private-addresses.ts';

/** The outcome of one attempt to reach a host. */
export interface EgressDecision {
  readonly host: string;
  readonly port: number;
  readonly outcome: 'allowed' | 'not_a_host' | 'not_listed' | 'private_address' | 'unknown_host';
}

/** The proxy's options. */
export interface EgressOptions {
  /** Read for each connection, since the user may allow further hosts. */
  readonly rules: () => readonly HostRule[];
  /** Hosts whose addresses may be private, because the user listed them as such. */
  readonly privateHosts: ReadonlySet<string>;
  /** Resolves a name, once per connection. */
  readonly lookup: (host: string) => Promise<string | undefined>;
  readonly onDecision: (decision: EgressDecision) => void;
  /** Handles connections to hosts with a credential. Default: end to end. */
  readonly relayFor?:
    ((host: string, port: number) => ((client: Socket, address: string) => void) | undefined) | undefined;
}

/** The target of a connection. */
interface Admitted {
  readonly host: string;
  readonly address: string;
}

/** Headers between a client and its proxy. */
const PROXY_HEADERS = /^(?:proxy-.*|connection|keep-alive|te|trailer|transfer-encoding|upgrade)$/;

const ESTABLISHED = 'HTTP/1.1 200 Connection Established\r\n\r\n';

/**
 * The only way out of a sandbox with a network: an HTTP proxy that decides by name, resolves the name once, and
 * connects to the resolved address. It does not listen; connections are passed to it.
 */
export function createEgressProxy(options: EgressOptions): Server {
  const server = createServer((asked, answer) => {
    void forward(asked, answer, options);
  });
  server.on('connect', (asked: IncomingMessage, socket: Socket, head: Buffer) => {
    void tunnel(asked, { socket, head }, options);
  });
  return server;
}

/** The address to connect to, or why there is none. Reports both. */
async function admit(host: string, port: number, options: EgressOptions): Promise<Admitted | EgressDecision> {
  const tell = (outcome: EgressDecision['outcome'], name = host): EgressDecision => {
    const decision = { host: name, port, outcome };
    options.onDecision(decision);
    return decision;
  };
  const decided = decideHost(host, port, options.rules());
  if (!decided.ok) return tell(decided.reason, decided.host);
  const address = isIP(decided.host) === 0 ? await options.lookup(decided.host).catch(() => undefined) : decided.host;
  if (address === undefined) return tell('unknown_host', decided.host);
  if (describePrivateAddress(address) !== undefined && !options.privateHosts.has(decided.host))
    return tell('private_address', decided.host);
  tell('allowed', decided.host);
  return { host: decided.host, address };
}

async function tunnel(
  { url = '' }: IncomingMessage,
  { socket, head }: { readonly socket: Socket; readonly head: Buffer },
  options: EgressOptions,
): Promise<void> {
  socket.on('error', () => socket.destroy());
  const [, host = '', port = ''] = /^(\[[^\]]+\]|[^:]+):(\d+)$/.exec(url) ?? [];
  const admitted = await admit(host, Number(port), options);
  if ('outcome' in admitted) {
    socket.end(
      `HTTP/1.1 403 Forbidden\r\nContent-Type: text/plain\r\nConnection: close\r\n\r\n${describe(admitted)}\n`,
    );
    return;
  }
  // The client is gone, so nothing would close a new connection.
  if (socket.destroyed) return;
  const relay = options.relayFor?.(admitted.host, Number(port));
  if (relay !== undefined) {
    socket.write(ESTABLISHED);
    if (head.length > 0) socket.unshift(head);
    relay(socket, admitted.address);
    return;
  }
  const upstream = connect({ host: admitted.address, port: Number(port) }, () => {
    socket.write(ESTABLISHED);
    if (head.length > 0) upstream.write(head);
    upstream.pipe(socket);
    socket.pipe(upstream);
  });
  upstream.on('error', () => socket.destroy());
  upstream.on('close', () => socket.destroy());
  socket.on('close', () => upstream.destroy());
}

/** Forwards a request with an absolute URL, as clients send it to a proxy for plain HTTP. */
async function forward(asked: IncomingMessage, answer: ServerResponse, options: EgressOptions): Promise<void> {
  const url = URL.parse(asked.url ?? '');
  if (url?.protocol !== 'http:') {
    refuse(answer, 400, 'Only whole http URLs and CONNECT are understood.');
    return;
  }
  const port = url.port === '' ? 80 : Number(url.port);
  const admitted = await admit(url.hostname, port, options);
  if ('outcome' in admitted) {
    asked.resume();
    refuse(answer, 403, describe(admitted));
    return;
  }
  if (answer.destroyed) return;
  const kept = Object.entries(asked.headers).filter(([name]) => !PROXY_HEADERS.test(name));
  const upstream = request({
    host: admitted.address,
    port,
    // A separate connection: a reused one could be another command's or closed by the other side.
    agent: false,
    method: asked.method,
    path: `${url.pathname}${url.search}`,
    // From the URL, not from the client's header, which could select another site at the same address.
    headers: { ...Object.fromEntries(kept), ...framingOf(asked), host: url.host },
  });
  upstream.on('response', (response) => {
    answer.writeHead(response.statusCode ?? 502, response.headers);
    response.pipe(answer);
  });
  upstream.on('error', (error) => {
    refuse(answer, 502, error.message);
  });
  answer.on('close', () => upstream.destroy());
  asked.pipe(upstream);
}

/** A body without a length stays chunked; otherwise it could be sent as a second request. */
function framingOf({ headers }: IncomingMessage): Record<string, string> {
  return headers['transfer-encoding'] === undefined ? {} : { 'transfer-encoding': 'chunked' };
}

function refuse(answer: ServerResponse, status: number, text: string): void {
  if (!answer.headersSent) answer.writeHead(status, { 'content-type': 'text/plain', connection: 'close' });
  answer.end(`${text}\n`);
}

function describe({ host, port, outcome }: EgressDecision): string {
  const why = {
    allowed: '',
    not_a_host: 'that is not a host name',
    not_listed: 'the host is not on the list of this session',
    private_address: 'its address is private',
    unknown_host: 'the name is unknown',
  } as const;
  return `Bowline's sandbox refused a connection to ${host}:${port}: ${why[outcome]}.`;
}
