import type { ShellCommand } from '../shell/shell-line.ts';

const words = (text: string): readonly string[] => text.split(' ');

/** The default registries of package managers. */
const NPM = words('registry.npmjs.org');
const PYPI = words('pypi.org files.pythonhosted.org');
const CRATES = words('index.crates.io static.crates.io');

interface Registry {
  readonly hosts: readonly string[];
  /** Subcommands that only download packages. Publishing and logging in need the user's credentials. */
  readonly gets: ReadonlySet<string>;
}

const registries: ReadonlyMap<string, Registry> = new Map(
  Object.entries({
    npm: {
      hosts: NPM,
      gets: 'install i ci add update upgrade up audit outdated view info search dedupe remove uninstall',
    },
    pnpm: { hosts: NPM, gets: 'install i add update upgrade up audit outdated view info remove dlx' },
    yarn: {
      hosts: [...NPM, 'registry.yarnpkg.com'],
      gets: 'install add upgrade up audit outdated info remove dedupe dlx',
    },
    bun: { hosts: NPM, gets: 'install i add update outdated remove' },
    pip: { hosts: PYPI, gets: 'install download index' },
    pip3: { hosts: PYPI, gets: 'install download index' },
    uv: { hosts: PYPI, gets: 'sync add lock pip' },
    poetry: { hosts: PYPI, gets: 'install add update lock' },
    cargo: { hosts: CRATES, gets: 'add update fetch' },
    go: { hosts: words('proxy.golang.org sum.golang.org'), gets: 'get mod' },
    bundle: { hosts: words('rubygems.org index.rubygems.org'), gets: 'install update add' },
    composer: { hosts: words('repo.packagist.org api.github.com codeload.github.com'), gets: 'install update require' },
  }).map(([program, { hosts, gets }]) => [program, { hosts, gets: new Set(words(gets)) }]),
);

/** Programs that install the project's dependencies if they have no arguments. */
const ALONE: ReadonlySet<string> = new Set(['yarn', 'pnpm', 'bun']);
const OTHER_PLACE = /^(?:-g|--(?:global|location|registry|index-url|extra-index-url|index|find-links)(?:=.*)?)$/;
const FETCHERS: ReadonlySet<string> = new Set(['curl', 'wget']);

/**
 * The hosts that a command is known to need, judged by its words and limited to those that the sandbox's proxy can
 * reach. Null if they are unknown. A host that is missing here is discovered when the sandbox refuses it.
 */
export function knownHosts({ argv }: ShellCommand): readonly string[] | null {
  const [path = '', ...rest] = argv;
  const program = path.slice(path.lastIndexOf('/') + 1);
  if (FETCHERS.has(program)) return hostsOfUrls(rest);
  const [first] = rest.filter((word) => !word.startsWith('-'));
  if (program === 'git') return first === 'clone' || first === 'ls-remote' ? hostsOfUrls(rest) : null;
  const registry = registries.get(program);
  if (registry === undefined || namesAnother(rest)) return null;
  const isGetting = first === undefined ? ALONE.has(program) : registry.gets.has(first);
  return isGetting ? registry.hosts : null;
}

/** The hosts of all URLs among the words. Null if there are none, or if one of them is not on the public web. */
function hostsOfUrls(rest: readonly string[]): readonly string[] | null {
  const urls = rest.filter((word) => word.includes('://')).map((word) => URL.parse(word));
  const hosts = urls.map((url) => (isPublicWeb(url) ? url.host : null));
  const known = hosts.filter((host) => host !== null);
  return known.length === 0 || known.length < hosts.length ? null : [...new Set(known)];
}

/** Rejects IP addresses, which users do not recognize, and local names, which the proxy does not reach. */
function isPublicWeb(url: URL | null): url is URL {
  if (url === null || (url.protocol !== 'https:' && url.protocol !== 'http:')) return false;
  const name = url.hostname.replace(/^\[(.*)\]$/, '$1');
  return url.username === '' && !isAddress(name) && name.includes('.') && !/\.(?:local|internal|localhost)$/.test(name);
}

/** `URL` normalizes IP addresses, so one pattern matches every notation. */
function isAddress(name: string): boolean {
  return name.includes(':') || /^\d+(?:\.\d+){3}$/.test(name);
}

/** Whether the arguments select another source or install location than the default. */
function namesAnother(rest: readonly string[]): boolean {
  return rest.some((word) => word.includes('://') || OTHER_PLACE.test(word));
}
