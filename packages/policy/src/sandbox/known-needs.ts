import { networkPrograms } from '../shell/programs/network.ts';
import type { ShellCommand } from '../shell/shell-line.ts';

/** What a command is known to need beyond reading the workspace: changing it, or access outside the sandbox. */
export type KnownNeed = 'changes' | 'outside';

const words = (text: string): readonly string[] => text.split(' ');

/** Programs that use the network, talk to a service on the machine, or work on more than the workspace. */
const OUTSIDE: ReadonlySet<string> = new Set([
  ...networkPrograms.keys(),
  ...words('docker-compose helm aws gcloud az glab heroku flyctl vercel netlify wrangler terraform ansible pulumi'),
  ...words('sudo su doas apt apt-get dnf yum pacman zypper brew snap flatpak systemctl service launchctl crontab'),
  ...words('code cursor zed open xdg-open pbcopy xclip pipx mvn gradle ./gradlew ./mvnw psql mysql redis-cli'),
]);

/** Programs that are only useful for changing files. */
const CHANGES: ReadonlySet<string> = new Set([
  ...words('mkdir rmdir touch rm mv cp ln chmod chown chgrp tee dd install truncate patch unzip zip gzip gunzip bzip2'),
  ...words('make cmake ninja meson webpack rollup'),
]);

/** Subcommands by program, compared with the first word after it that is not an option. */
const SUBCOMMANDS: Readonly<Record<KnownNeed, ReadonlyMap<string, ReadonlySet<string>>>> = {
  outside: toTable({
    git: 'fetch pull push clone ls-remote submodule lfs svn send-email',
    'npm pnpm yarn bun':
      'install i ci add update upgrade up audit outdated publish view info search login logout dlx create init remove ' +
      'uninstall dedupe link whoami ping',
    'pip pip3': 'install download index search',
    uv: 'sync add lock pip tool python',
    poetry: 'install add update lock publish',
    cargo: 'add install update fetch publish search',
    go: 'get mod install',
    gem: 'install update push',
    bundle: 'install update add',
    composer: 'install update require',
    dotnet: 'restore add new',
  }),
  changes: toTable({
    git: 'add commit checkout switch restore reset merge rebase cherry-pick revert stash tag rm mv init clean apply am worktree',
    cargo: 'build test run check clippy fmt bench doc fix clean',
    dotnet: 'build test run publish',
    vite: 'build',
    next: 'build',
    'npm pnpm yarn bun': 'version build format fix generate codegen',
    go: 'build generate fmt',
  }),
};

function toTable(lists: Readonly<Record<string, string>>): ReadonlyMap<string, ReadonlySet<string>> {
  return new Map(
    Object.entries(lists).flatMap(([programs, list]) =>
      words(programs).map((program): [string, ReadonlySet<string>] => [program, new Set(words(list))]),
    ),
  );
}

/** Names of project scripts that change the project or run until they are stopped. */
const SCRIPTS: ReadonlySet<string> = new Set(words('build format fix generate codegen start dev serve'));
const RUNNERS: ReadonlySet<string> = new Set(['npm', 'pnpm', 'yarn', 'bun']);
const INSTALLERS_ALONE: ReadonlySet<string> = new Set(['yarn', 'pnpm', 'bun']);

/**
 * What a command needs, judged by its words alone. This avoids an attempt in the sandbox that would fail, and lets the
 * approval request name the need up front. Needs that are unknown here are discovered by trying.
 */
export function knownNeed({ argv, writes }: ShellCommand): KnownNeed | null {
  const [path = '', ...rest] = argv;
  const program = path.startsWith('./') ? path : path.slice(path.lastIndexOf('/') + 1);
  const [first = '', second = ''] = rest.filter((word) => !word.startsWith('-'));
  const isSubcommand = (need: KnownNeed): boolean => SUBCOMMANDS[need].get(program)?.has(first) === true;
  if (isOutside(program, rest) || isSubcommand('outside')) return 'outside';
  if (writes.length > 0 || CHANGES.has(program) || isSubcommand('changes')) return 'changes';
  if (isChangingScript(program, [first, second])) return 'changes';
  return changesByOption(program, rest) ? 'changes' : null;
}

function isChangingScript(program: string, [first, name]: readonly [string, string]): boolean {
  return RUNNERS.has(program) && first === 'run' && SCRIPTS.has(toStem(name));
}

/** `build:web` counts as `build`. */
function toStem(script: string): string {
  return script.split(/[:-]/)[0] ?? script;
}

function isOutside(program: string, rest: readonly string[]): boolean {
  return OUTSIDE.has(program) || isInstall(program, rest);
}

function isInstall(program: string, rest: readonly string[]): boolean {
  return INSTALLERS_ALONE.has(program) && rest.length === 0;
}

function changesByOption(program: string, rest: readonly string[]): boolean {
  const has = (...options: readonly string[]): boolean => options.some((option) => rest.includes(option));
  switch (program) {
    case 'tsc':
      return !has('--noEmit', '--version', '-v', '--help', '--showConfig', '--listFiles');
    case 'sed':
      return has('-i', '--in-place');
    case 'prettier':
      return has('--write', '-w');
    case 'eslint':
      return has('--fix');
    case 'tar':
      return !has('-t', '--list', 'tf', '-tf', 'tvf', '-tvf');
    default:
      return false;
  }
}
