import { isWithin } from '../is-within.ts';

/** What a confined command was refused, with the evidence. */
export type Wall =
  /** A file that it could have written in `work`, or only outside of the sandbox. */
  | { readonly need: 'write'; readonly path: string; readonly isInside: boolean }
  | { readonly need: 'read'; readonly path: string }
  | { readonly need: 'network'; readonly host: string | null }
  /** A service of this machine, such as Docker: its socket, or its address on the loopback. */
  | { readonly need: 'service'; readonly path: string };

/** What is known of the command that printed something. */
export interface WallContext {
  /** The folders of the session, by their real paths, the workspace first. */
  readonly folders: readonly [string, ...string[]];
  readonly cwd: string;
  /** Whether there is something at a path outside of the sandbox. */
  readonly exists: (path: string) => boolean;
  /** Whether a server of this machine listens on a port of its loopback. */
  readonly listens: (port: number) => boolean;
}

/** Longer lines are data, and would be slow to look through. */
const LONGEST_LINE = 2000;
const NO_HOST = [
  /Could not resolve host(?:name)?:? '?([\w.-]+)/gi,
  /getaddrinfo (?:EAI_AGAIN|ENOTFOUND) ([\w.-]+)/g,
  /dial tcp: lookup ([\w.-]+)/g,
  /Failed to resolve '([\w.-]+)'/g,
  /unable to resolve host address [‘'"]([\w.-]+)/g,
  /Could not resolve '([\w.-]+)'/g,
];
const NO_NETWORK =
  /ENETUNREACH|Network is unreachable|Temporary failure in name resolution|Name or service not known|Temporary failure resolving/;
/** Node says this of a folder that it is to make with all above it, where nothing can be written. */
const MAKES = /ENOENT: no such file or directory, mkdir '([^']+)'/g;
const REFUSED = /ECONNREFUSED|refused|Failed to connect|could not connect|Couldn't connect/i;
const ON_LOOPBACK = /(?:127\.0\.0\.1|\[?::1\]?|localhost)"?(?:\)?(?: \([\d.:]+\))?,? port |:)(\d{1,5})\b/g;
const SERVICE = /(?:unix:\/\/|socket at )(\/[\w./-]+\.sock)/g;

/**
 * What a command that failed was refused by the sandbox, as far as its output tells. This decides only what a person is
 * asked: what is not seen here stays refused.
 */
export function findWalls(output: string, context: WallContext): readonly Wall[] {
  const { folders, exists } = context;
  const isInside = (path: string): boolean => folders.some((folder) => isWithin(path, folder));
  const lines = output.split('\n').filter(({ length }) => length <= LONGEST_LINE);
  const written = pathsBefore(lines, 'Read-only file system', context).map((path): Wall => ({
    need: 'write',
    path,
    isInside: isInside(path),
  }));
  const made = found(lines.join('\n'), [MAKES]).map((path) => toAbsolute(path, context.cwd));
  const unmade = made
    .filter((path) => !exists(path))
    .map((path): Wall => ({ need: 'write', path, isInside: isInside(path) }));
  const hidden = pathsBefore(lines, 'Permission denied', context).filter((path) => exists(path) && !isInside(path));
  const absent = pathsBefore(lines, 'No such file or directory', context).filter((path) => exists(path));
  const read = [...hidden, ...absent].map((path): Wall => ({ need: 'read', path }));
  const text = lines.join('\n');
  const hosts = found(text, NO_HOST).map((host): Wall => ({ need: 'network', host }));
  const network: readonly Wall[] =
    hosts.length === 0 && NO_NETWORK.test(text) ? [{ need: 'network', host: null }] : hosts;
  const ports = found(lines.filter((line) => REFUSED.test(line)).join('\n'), [ON_LOOPBACK]);
  const listening = ports.filter((port) => context.listens(Number(port))).map((port) => `127.0.0.1:${port}`);
  const services = [...found(text, [SERVICE]), ...listening].map((path): Wall => ({ need: 'service', path }));
  return distinct([...written, ...unmade, ...read, ...network, ...services]);
}

/** The paths that lines name with what the system said of them. */
function pathsBefore(lines: readonly string[], said: string, { cwd }: WallContext): string[] {
  return lines.flatMap((line) => {
    const at = line.toLowerCase().indexOf(said.toLowerCase());
    const path = at < 0 ? undefined : pathIn(line.slice(0, at), line.slice(at + said.length));
    return path === undefined ? [] : [toAbsolute(path, cwd)];
  });
}

/**
 * Programs name the path before what the system said (`touch: cannot touch 'x': ...`), Node after it and a comma
 * (`..., open 'x'`), Python after it and a colon.
 */
function pathIn(before: string, after: string): string | undefined {
  const behind = /^(?:, \w+ |: )'([^']+)'/.exec(after)?.[1];
  if (behind !== undefined) return behind;
  if (!before.endsWith(': ')) return undefined;
  const named = before.slice(0, -2);
  return /["'‘“\x60]([^"'‘’“”\x60]+)["'’”\x60]$/.exec(named)?.[1] ?? named.split(': ').at(-1);
}

function found(output: string, patterns: readonly RegExp[]): string[] {
  return patterns.flatMap((pattern) => [...output.matchAll(pattern)].flatMap(([, each]) => each ?? []));
}

/** Lexically: what a program printed need not exist. */
function toAbsolute(path: string, cwd: string): string {
  const parts: string[] = [];
  for (const part of `${path.startsWith('/') ? '' : `${cwd}/`}${path}`.split('/')) {
    if (part === '..') parts.pop();
    else if (part !== '' && part !== '.') parts.push(part);
  }
  return `/${parts.join('/')}`;
}

function distinct(walls: readonly Wall[]): readonly Wall[] {
  const seen = new Map(walls.map((wall) => [JSON.stringify(wall), wall]));
  return [...seen.values()];
}
