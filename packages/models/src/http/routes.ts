import { Agent } from 'node:http';
import type { RequestOptions } from 'node:https';
import { AgentError } from '@bowline/protocol';
import type { Environment } from './environment.ts';
import { createProxyRules, type ProxyRules } from './proxy-rules.ts';
import { parseProxy, toShownProxy, type Proxy } from './proxy.ts';
import { createTunnelAgent } from './tunnel-agent.ts';

/** The route of a request to its server. */
export interface Route {
  /** The URL to connect to: the server, or the proxy that forwards the request. */
  readonly url: string;
  readonly agent: Agent;
  readonly options: RequestOptions;
  readonly headers: Readonly<Record<string, string>>;
  readonly proxy: Proxy | undefined;
  /** The server of the request, for errors. */
  readonly target: string;
}

/**
 * Servers keep idle connections for minutes, and a tool between two steps often takes longer than Node's five seconds.
 */
const IDLE_MS = 60_000;

/** Finds the route to a server, and reuses its connections. */
export class Routes {
  readonly #rules: ProxyRules;
  readonly #ca: string | undefined;
  readonly #plain = new Agent({ keepAlive: true, timeout: IDLE_MS });
  #secure: Promise<Agent> | undefined;
  readonly #tunnels = new Map<string, Promise<Agent>>();

  constructor(env: Environment, ca: string | undefined) {
    this.#rules = createProxyRules(env);
    this.#ca = ca;
  }

  /** The proxy for a URL, without its password. */
  proxyFor(url: string): string | undefined {
    const setting = URL.canParse(url) ? this.#rules(new URL(url)) : undefined;
    return setting === undefined ? undefined : toShownProxy(setting);
  }

  /** Returns the route to a URL; only the first one through a proxy takes time. */
  async routeTo(url: string): Promise<Route> {
    const target = parseTarget(url);
    const setting = this.#rules(target);
    const options = this.#ca === undefined ? {} : { ca: this.#ca };
    const direct = { url: target.href, options, headers: {}, target: target.host };
    if (setting === undefined) return { ...direct, agent: await this.#agentOf(direct.url), proxy: undefined };
    const proxy = parseProxy(setting);
    if (target.protocol === 'https:') return { ...direct, agent: await this.#tunnelOf(proxy), proxy };
    // A plain HTTP request names its full URL to a proxy; many proxies reject CONNECT to ports other than 443.
    target.hash = '';
    return {
      url: proxy.origin,
      agent: await this.#agentOf(proxy.origin),
      options: { ...options, path: target.href },
      headers: {
        host: target.host,
        ...(proxy.authorization === undefined ? {} : { 'proxy-authorization': proxy.authorization }),
      },
      proxy,
      target: target.host,
    };
  }

  async #agentOf(url: string): Promise<Agent> {
    if (!url.startsWith('https:')) return this.#plain;
    this.#secure ??= openSecureAgent();
    return await this.#secure;
  }

  async #tunnelOf(proxy: Proxy): Promise<Agent> {
    const key = `${proxy.origin} ${proxy.authorization ?? ''}`;
    const agent = this.#tunnels.get(key) ?? createTunnelAgent(proxy, { idleMs: IDLE_MS, ca: this.#ca });
    this.#tunnels.set(key, agent);
    return await agent;
  }
}

/** Loaded on demand, because it loads all of TLS. */
async function openSecureAgent(): Promise<Agent> {
  const https = await import('node:https');
  return new https.Agent({ keepAlive: true, timeout: IDLE_MS });
}

/** Does not repeat the URL: a configured base URL may hold a password. */
function parseTarget(url: string): URL {
  const target = URL.canParse(url) ? new URL(url) : undefined;
  if (target?.protocol === 'https:' || target?.protocol === 'http:') return target;
  throw new AgentError('MODEL_UNREACHABLE', 'The base URL must start with http:// or https://', {
    hint: 'Check the base URL. For example: https://host/path',
  });
}
