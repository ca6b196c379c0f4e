import type { WorkspaceWeb } from '../workspace.ts';
import type { ResolveHost } from './guard-target.ts';

/** What local web access needs. */
export interface LocalWebParts {
  /** `host:port` of servers on private networks that may be reached. Only code and the user can set it. */
  readonly allowedHosts?: readonly string[] | undefined;
  /** Replaces this machine's resolver. */
  readonly resolve?: ResolveHost | undefined;
}

/** Web access for tools. Loads nothing before the first fetch. */
export function createLocalWeb({ allowedHosts = [], resolve }: LocalWebParts = {}): WorkspaceWeb {
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
