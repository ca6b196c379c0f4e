import type { Effect } from '@bowline/protocol';
import type { Finding } from './finding.ts';

/** What a session has read so far that makes it matter what leaves it. */
export interface SeenFacts {
  /** Text of others, in words; null when there was none. */
  readonly outside: string | null;
  /** A key, in words. */
  readonly key: string | null;
  /** A search engine has answered. */
  readonly search: boolean;
  /** Where pages were fetched from. */
  readonly hosts: readonly string[];
}

/** A call through which something may leave. */
export interface LeavingCall {
  readonly tool: string;
  readonly effect: Effect;
  /** The addresses that it asks, if it says so. */
  readonly urls?: readonly string[] | undefined;
}

const SEARCH = 'google_web_search';
const MEMORY = 'save_memory';

/**
 * Finds calls that may carry data away, or plant it for later, in a session that has read a key or text of others: such a
 * text may have asked for it. A search engine is told no more by a second search than by what it found itself, and a host
 * whose page was fetched before is not new; after a key both are asked about as well.
 */
export function checkLeaving({ tool, effect, urls = [] }: LeavingCall, seen: SeenFacts): readonly Finding[] {
  if (effect !== 'network' && tool !== SEARCH && tool !== MEMORY) return [];
  const what = tool === MEMORY ? 'is saved for all future sessions' : 'sends data to another machine';
  const why = seen.key ?? (isKnownHost(urls, seen) ? null : outsideFor(tool, seen));
  if (why === null) return [];
  return [{ check: 'data_leaves', severity: 'danger', message: `${what}, and this session has read ${why}` }];
}

function outsideFor(tool: string, { outside, search }: SeenFacts): string | null {
  return outside ?? (search && tool !== SEARCH ? 'web search results' : null);
}

function isKnownHost(urls: readonly string[], { hosts }: SeenFacts): boolean {
  return urls.length > 0 && urls.every((url) => URL.canParse(url) && hosts.includes(new URL(url).host));
}
