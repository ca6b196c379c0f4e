import type { Agent } from 'node:http';
import type { HttpsProxyAgent } from 'https-proxy-agent';
import type { Proxy } from './proxy.ts';

type Connect = HttpsProxyAgent<string>['connect'];

/** Options for the tunnels of an agent. */
export interface TunnelOptions {
  readonly idleMs: number;
  readonly ca: string | undefined;
}

/** The option with the signal to stop connecting, because Node does not pass `signal` on. */
export const CONNECT_SIGNAL = 'connectSignal';

/**
 * Creates an agent whose connections go through a proxy by CONNECT and are reused.
 *
 * Loads the library on demand, because most users have no proxy.
 */
export async function createTunnelAgent(proxy: Proxy, { idleMs, ca }: TunnelOptions): Promise<Agent> {
  const { HttpsProxyAgent } = await import('./https-proxy.ts');

  class TunnelAgent extends HttpsProxyAgent<string> {
    readonly #connectOptions = this.connectOpts;

    /** An abort during CONNECT must not leave a socket behind; a connected socket belongs to the pool. */
    override async connect(...[request, options]: Parameters<Connect>): ReturnType<Connect> {
      const giveUp = new AbortController();
      const signal: unknown = CONNECT_SIGNAL in options ? options[CONNECT_SIGNAL] : undefined;
      const onAbort = (): void => {
        giveUp.abort();
      };
      if (signal instanceof AbortSignal) signal.addEventListener('abort', onAbort, { once: true });
      // The library opens its socket before its first await, so no other request sees these options.
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
  // The library loses the options of the agent itself, including the timeout of idle connections.
  agent.options.timeout = idleMs;
  return agent;
}
