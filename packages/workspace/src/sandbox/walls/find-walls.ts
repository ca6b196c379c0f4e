/** What a command says that it was refused. */
export type Wall =
  | { readonly need: 'write'; readonly path: string }
  /** `isAbsent`: it says that there is no such file, else that it may not. */
  | { readonly need: 'read'; readonly path: string; readonly isAbsent: boolean }
  | { readonly need: 'network'; readonly host: string }
  /** A service of this machine, such as Docker: its socket, or its address on the loopback. */
  | { readonly need: 'service'; readonly path: string };

/** What is known of the command that printed something. */
export interface WallContext {
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
  /Temporary failure resolving '([\w.-]+)'/g,
  /\b([\w-]+(?:\.[\w-]+)+): (?:Temporary failure in name resolution|Name or service not known)/g,
  /HTTPS?ConnectionPool\(host='([\w.-]+)'.*(?:name resolution|Name or service not known|Network is unreachable)/g,
];
/** Node says this of a folder that it is to make with all above it, where nothing can be written. */
const MAKES = /ENOENT: no such file or directory, mkdir '([^']+)'/g;
const REFUSED = /ECONNREFUSED|refused|Failed to connect|could not connect|Couldn't connect/i;
const ON_LOOPBACK = /(?:127\.0\.0\.1|\[?::1\]?|localhost)"?(?:\)?(?: \([\d.:]+\))?,? port |:)(\d{1,5})\b/g;
const SERVICE = /(?:unix:\/\/|socket at )(\/[\w./-]+\.sock)/g;

/**
 * What a command was refused by the sandbox, as far as its output tells. The output is the command's own: who reads this
 * has to compare it with what the sandbox holds. What is not seen here stays refused.
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
