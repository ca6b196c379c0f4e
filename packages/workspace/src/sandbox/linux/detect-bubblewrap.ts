import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { readText } from '../../disk/look.ts';

/** A working bubblewrap and its features. */
export interface Bubblewrap {
  readonly path: string;
  readonly hasUserNamespaces: boolean;
  /** Prevents further user namespaces inside. */
  readonly disablesUserNamespaces: boolean;
  readonly bindsDescriptors: boolean;
  /** The program that sets limits, if available. */
  readonly prlimit: string | null;
  /** The program that enters a network that was opened in advance, if available. */
  readonly nsenter: string | null;
  readonly isRoot: boolean;
}

/** A detected sandbox, or why there is none. */
export type Detected<Found> =
  { readonly ok: true; readonly found: Found } | { readonly ok: false; readonly problem: string };

/** What detection depends on. */
export interface DetectFacts {
  readonly architecture: string;
  /** The kernel's release, which identifies WSL. */
  readonly release: string;
  readonly uid: number;
}

const FOLDERS = ['/usr/bin', '/bin', '/usr/local/bin'];
const PROBE = [
  ['--unshare-pid', '--unshare-ipc', '--unshare-uts', '--unshare-net', '--cap-drop', 'ALL', '--die-with-parent'],
  ['--ro-bind', '/', '/', '--proc', '/proc', '--dev', '/dev'],
].flat();

/** Finds bubblewrap and starts it once, which is the only way to know whether this system allows it. */
export function detectBubblewrap({ architecture, release, uid }: DetectFacts): Detected<Bubblewrap> {
  if (/microsoft/i.test(release) && !/wsl2|microsoft-standard/i.test(release))
    return no('WSL 1 has no namespaces. Use WSL 2.');
  if (architecture !== 'x64' && architecture !== 'arm64')
    return no(`There is no system call filter for ${architecture} processors.`);
  const path = findProgram('bwrap');
  if (path === null)
    return no(
      'bubblewrap is not installed. Debian and Ubuntu: apt install bubblewrap. Fedora: dnf install bubblewrap.',
    );
  const { error, stdout: help } = spawnSync(path, ['--help'], { encoding: 'utf8', env: {} });
  if (error !== undefined) return no(`${path} cannot be started: ${error.message}. Install bubblewrap again.`);
  const isRoot = uid === 0;
  const base = {
    path,
    isRoot,
    bindsDescriptors: help.includes('--bind-fd'),
    prlimit: findProgram('prlimit'),
    nsenter: findProgram('nsenter'),
  };
  const disables = help.includes('--disable-userns');
  const tries: readonly (readonly [args: readonly string[], found: Bubblewrap])[] = [
    ...(disables
      ? [
          [
            ['--unshare-user', '--disable-userns'],
            { ...base, hasUserNamespaces: true, disablesUserNamespaces: true },
          ] as const,
        ]
      : []),
    [['--unshare-user'], { ...base, hasUserNamespaces: true, disablesUserNamespaces: false }],
    ...(isRoot ? [[[], { ...base, hasUserNamespaces: false, disablesUserNamespaces: false }] as const] : []),
  ];
  let said = '';
  for (const [args, found] of tries) {
    const result = spawnSync(path, [...args, ...PROBE, '--', '/bin/true'], { encoding: 'utf8', env: {} });
    if (result.status === 0) return { ok: true, found };
    said ||= result.stderr.trim();
  }
  return no(`${explain(said)} bubblewrap said: ${said}`);
}

const no = (problem: string): { readonly ok: false; readonly problem: string } => ({ ok: false, problem });

function explain(said: string): string {
  const setting = (name: string): string | undefined => readText(`/proc/sys/${name}`)?.trim();
  if (setting('kernel/apparmor_restrict_unprivileged_userns') === '1')
    return 'AppArmor restricts user namespaces. Install an AppArmor profile for bwrap, or set kernel.apparmor_restrict_unprivileged_userns=0.';
  if (setting('user/max_user_namespaces') === '0' || said.includes('No space left'))
    return 'User namespaces are off. Set user.max_user_namespaces to more than 0.';
  if (setting('kernel/unprivileged_userns_clone') === '0')
    return 'User namespaces are off. Set kernel.unprivileged_userns_clone=1.';
  if (/proc/i.test(said)) return 'This container hides parts of /proc. Docker: --security-opt systempaths=unconfined.';
  if (existsSync('/.dockerenv') || existsSync('/run/.containerenv'))
    return 'This container cannot create namespaces. Allow them, or treat the container itself as the sandbox.';
  return 'The system refused to create namespaces.';
}

/** Does not use PATH, which could lead to another program. */
function findProgram(name: string): string | null {
  return FOLDERS.map((folder) => `${folder}/${name}`).find((file) => existsSync(file)) ?? null;
}
