import type { Agent } from 'node:http';
import type { HttpsProxyAgent } from 'https-proxy-agent';
import type { Proxy } from './proxy.ts';

type Connect = HttpsProxyAgent<string>['connect'];

/** How the tunnels of an agent are made. */
export interface TunnelOptions {
  readonly idleMs: number;
  readonly ca: string | undefined;
}

/** The name under which a request tells the agent when to give up connecting; Node does not pass `signal` on. */
export const CONNECT_SIGNAL = 'connectSignal';

/**
 * An agent whose connections go through a proxy by CONNECT and are kept.
 *
 * The library is loaded here, because most people have no proxy and should not wait for it.
 */
export async function createTunnelAgent(proxy: Proxy, { idleMs, ca }: TunnelOptions): Promise<Agent> {
  const { HttpsProxyAgent } = await import('./https-proxy.ts');

  class TunnelAgent extends HttpsProxyAgent<string> {
    readonly #connectOptions = this.connectOpts;

    /** A request that is given up while the proxy thinks must not leave a socket behind; one that is connected is the pool's. */
    override async connect(...[request, options]: Parameters<Connect>): ReturnType<Connect> {
      const giveUp = new AbortController();
      const signal: unknown = CONNECT_SIGNAL in options ? options[CONNECT_SIGNAL] : undefined;
      const onAbort = (): void => {
        giveUp.abort();
      };
      if (signal instanceof AbortSignal) signal.addEventListener('abort', onAbort, { once: true });
      // The library opens its socket before it first waits, so that no other request sees these options.
      this.connectOpts = { ...this.#connectOptions, signal: giveUp.signal };
      try {
        return await super.connect(request, options);
      } finally {
        if (signal instanceof AbortSignal) signal.removeEventListener('abort', onAbort);
      }
    }
  }

  const agent = new TunnelAgent(proxy.origin, {
    keepAlive: true,
    ...(proxy.authorization === undefined ? {} : { headers: { 'Proxy-Authorization': proxy.authorization } }),
    ...(ca === undefined ? {} : { ca }),
  });
  // The library forgets the options of the agent itself, and with them when an idle connection ends.
  agent.options.timeout = idleMs;
  return agent;
}
