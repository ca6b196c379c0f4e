import type { HostWeb } from '../tool-host.ts';
import type { ResolveHost } from './guard-target.ts';

/** What the web of this machine is opened with. */
export interface LocalWebParts {
  /** `host:port` of servers on private networks that may be asked all the same; only code and the person can say so. */
  readonly allowedHosts?: readonly string[] | undefined;
  /** In place of this machine's own. */
  readonly resolve?: ResolveHost | undefined;
}

/** The web as tools may ask it. Nothing of what it takes is loaded before the first page is fetched. */
export function createLocalWeb({ allowedHosts = [], resolve }: LocalWebParts = {}): HostWeb {
  return {
    fetch: async ({ url, signal }) => {
      const [{ fetchPage }, { resolveHost }] = await Promise.all([
        import('./fetch-page.ts'),
        import('./resolve-host.ts'),
      ]);
      return await fetchPage(url, { allowedHosts, resolve: resolve ?? resolveHost }, signal);
    },
  };
}
