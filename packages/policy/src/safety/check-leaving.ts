import type { Effect } from '@bowline/protocol';
import type { Finding } from './finding.ts';

/** What a session has read so far that makes outgoing data a risk. */
export interface SeenFacts {
  /** A description of the third-party text that was read, or null. */
  readonly outside: string | null;
  /** A description of the key that was read, or null. */
  readonly key: string | null;
  /** The session has received web search results. */
  readonly search: boolean;
  /** Hosts that pages were fetched from. */
  readonly hosts: readonly string[];
}

/** A call that may send data out. */
export interface LeavingCall {
  readonly tool: string;
  readonly effect: Effect;
  /** The URLs that it requests, if known. */
  readonly urls?: readonly string[] | undefined;
}

const SEARCH = 'google_web_search';
const MEMORY = 'save_memory';

/**
 * Finds calls that may send data out, or save it for later, after the session has read a key or third-party text, which
 * may have asked for the call. After nothing but searches, another search is no finding, because it tells the search
 * engine only what it found itself. Neither is a request to a host whose page was fetched before. After a key was read,
 * both are findings.
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
