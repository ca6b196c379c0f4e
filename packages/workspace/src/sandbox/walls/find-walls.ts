/** What the sandbox refused, according to the command's output. */
export type Wall =
  | { readonly need: 'write'; readonly path: string }
  /** `isAbsent`: the output says that the file does not exist, rather than that access is denied. */
  | { readonly need: 'read'; readonly path: string; readonly isAbsent: boolean }
  | { readonly need: 'network'; readonly host: string }
  /** A service of this machine, such as Docker, by its socket or its loopback address. */
  | { readonly need: 'service'; readonly path: string };

/** What is known about the command that printed the output. */
export interface WallContext {
  readonly cwd: string;
  /** Whether a path exists outside the sandbox. */
  readonly exists: (path: string) => boolean;
  /** Whether a server of this machine listens on a loopback port. */
  readonly listens: (port: number) => boolean;
}

/** Longer lines are data, and would be slow to search. */
const LONGEST_LINE = 2000;
const NO_HOST = [
  /Could not resolve host(?:name)?:? '?([\w.-]+)/gi,
  /getaddrinfo (?:EAI_AGAIN|ENOTFOUND) ([\w.-]+)/g,
  /dial tcp: lookup ([\w.-]+)/g,
  /Failed to resolve '([\w.-]+)'/g,
  /unable to resolve host address [‘'"]([\w.-]+)/g,
  /Could not resolve '([\w.-]+)'/g,
  /Temporary failure resolving '([\w.-]+)'/g,
  /\b([\w-]+(?:\.[\w-]+)+): (?:Temporary failure in name resolution|Name or service not known)/g,
  /HTTPS?ConnectionPool\(host='([\w.-]+)'.*(?:name resolution|Name or service not known|Network is unreachable)/g,
];
/** Node reports this for a folder that it creates recursively where nothing can be written. */
const MAKES = /ENOENT: no such file or directory, mkdir '([^']+)'/g;
const REFUSED = /ECONNREFUSED|refused|Failed to connect|could not connect|Couldn't connect/i;
const ON_LOOPBACK = /(?:127\.0\.0\.1|\[?::1\]?|localhost)"?(?:\)?(?: \([\d.:]+\))?,? port |:)(\d{1,5})\b/g;
const SERVICE = /(?:unix:\/\/|socket at )(\/[\w./-]+\.sock)/g;

/**
 * Finds what the sandbox refused, as far as the output shows it. The command controls its output, so callers must
 * compare the result with the sandbox's actual restrictions. What is not found here stays refused.
 */
export function findWalls(output: string, context: WallContext): readonly Wall[] {
  const { exists } = context;
  const lines = output.split('\n').filter(({ length }) => length <= LONGEST_LINE);
  const refused = pathsBefore(lines, 'Read-only file system', context);
  const made = found(lines.join('\n'), [MAKES]).map((path) => toAbsolute(path, context.cwd));
  const written = [...refused, ...made.filter((path) => !exists(path))].map((path): Wall => ({ need: 'write', path }));
  const toRead = (isAbsent: boolean): readonly Wall[] =>
    pathsBefore(lines, isAbsent ? 'No such file or directory' : 'Permission denied', context)
      .filter((path) => exists(path))
      .map((path) => ({ need: 'read', path, isAbsent }));
  const read = [...toRead(false), ...toRead(true)];
  const text = lines.join('\n');
  const network = found(text, NO_HOST).map((host): Wall => ({ need: 'network', host }));
  const ports = found(lines.filter((line) => REFUSED.test(line)).join('\n'), [ON_LOOPBACK]);
  const listening = ports.filter((port) => context.listens(Number(port))).map((port) => `127.0.0.1:${port}`);
  const sockets = found(text, [SERVICE]).filter((path) => exists(path));
  const services = [...sockets, ...listening].map((path): Wall => ({ need: 'service', path }));
  return distinct([...written, ...read, ...network, ...services]);
}

/** The paths in lines that contain a system error. */
function pathsBefore(lines: readonly string[], said: string, { cwd }: WallContext): string[] {
  return lines.flatMap((line) => {
    const at = line.toLowerCase().indexOf(said.toLowerCase());
    const path = at < 0 ? undefined : pathIn(line.slice(0, at), line.slice(at + said.length));
    return path === undefined ? [] : [toAbsolute(path, cwd)];
  });
}

/**
 * Programs print the path before the system error (`touch: cannot touch 'x': ...`), Node after it and a comma (`...,
 * open 'x'`), Python after it and a colon.
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

/** Resolved lexically, since a printed path need not exist. */
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
