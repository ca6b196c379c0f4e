import type { LogRecord } from './log-record.ts';

/** What a session has read that makes its outgoing data sensitive, as descriptions or flags. */
export interface SeenText {
  /** Third-party text: a web page, or a file outside the workspace. */
  readonly outside: string | null;
  /** A key, or a file with keys. */
  readonly key: string | null;
  /** Web search results: third-party text too, but the search engine already knows it. */
  readonly search: boolean;
  /** Any file, or the output of a command. */
  readonly file: boolean;
  /** The hosts of fetched pages, most recent ones only. */
  readonly hosts: readonly string[];
}

/** A session that has read nothing. */
export const nothingSeen: SeenText = { outside: null, key: null, search: false, file: false, hosts: [] };

/** What a call reads, known from the checks before its result. */
export interface CallReads {
  readonly reads?: readonly ('outside' | 'key')[];
  readonly hosts?: readonly string[];
}

const REDACTED = '[redacted]';
const MAX_HOSTS = 100;
const OUTSIDE = new Set(['outside_workspace', 'symlink_escape']);

/** Returns what a call reads according to its findings. */
export function readsOf({ findings }: Extract<LogRecord, { type: 'tool_decided' }>['body']): CallReads {
  const reads = [
    ...(findings.some(({ check }) => OUTSIDE.has(check)) ? (['outside'] as const) : []),
    ...(findings.some(({ check }) => check === 'keys') ? (['key'] as const) : []),
  ];
  return reads.length === 0 ? {} : { reads };
}

/** Returns the hosts of the URLs in a fetch call. */
export function hostsOf({ name, args }: Extract<LogRecord, { type: 'tool_requested' }>['body']): CallReads {
  if (name !== 'web_fetch') return {};
  const found = JSON.stringify(args).matchAll(/https?:\/\/([^\s/"'<>\\?#]+)/gi);
  return { hosts: [...new Set(Array.from(found, ([, host = '']) => host.toLowerCase()))] };
}

type Result = Extract<LogRecord, { type: 'tool_finished' }>['body'];

const READS_FILES = new Set(['read_file', 'read_many_files', 'grep_search', 'run_shell_command', 'background_process']);

/** Returns the seen text after one more result. */
export function reduceSeen(seen: SeenText, result: Result, reads: CallReads): SeenText {
  const { name, isError, errorType } = result;
  // A call that did not run has shown nothing.
  if (isError && (errorType === 'denied' || errorType === 'policy_violation')) return seen;
  const isPage = name === 'web_fetch' && !isError;
  return {
    outside: seen.outside ?? outsideOf(isPage, reads),
    key: seen.key ?? keyOf(result, reads),
    search: seen.search || name === 'google_web_search',
    file: seen.file || READS_FILES.has(name),
    hosts: isPage ? [...new Set([...seen.hosts, ...(reads.hosts ?? [])])].slice(-MAX_HOSTS) : seen.hosts,
  };
}

function outsideOf(isPage: boolean, { reads = [], hosts = [] }: CallReads): string | null {
  if (isPage) return `a page of ${hosts[0] ?? 'the web'}`;
  return reads.includes('outside') ? 'a file outside the workspace' : null;
}

function keyOf({ name, content }: Result, { reads = [] }: CallReads): string | null {
  if (reads.includes('key')) return 'a file that may hold keys';
  const isRedacted = content.some((part) => part.type === 'text' && part.text.includes(REDACTED));
  return isRedacted ? `a key, in a result of ${name}` : null;
}
