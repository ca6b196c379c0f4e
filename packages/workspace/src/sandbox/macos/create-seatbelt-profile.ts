import type { Confinement } from '../confinement.ts';
import { PROTECTED_FILES, PROTECTED_FOLDERS, TOOLCHAINS } from '../known-places.ts';

/** Paths of macOS that every program needs. */
const SYSTEM = [
  '/System',
  '/Library/Apple',
  '/Library/Developer/CommandLineTools',
  '/Library/Java',
  '/Library/Frameworks',
  '/Applications/Xcode.app',
  '/usr',
  '/bin',
  '/sbin',
  '/opt',
  '/private/etc',
  '/private/var/db/timezone',
  '/private/var/db/dyld',
  '/private/var/select',
];
const MACHINE_KEYS = ['/private/etc/ssh', '/private/etc/master.passwd', '/private/etc/sudoers', '/Library/Keychains'];
/** What makes Git run programs. */
const GIT = 'hooks config config.worktree commondir info modules worktrees'.split(' ').map((name) => `.git/${name}`);
/** What a command may not change in a folder that it may change. */
const PROTECTED = [...GIT, ...PROTECTED_FOLDERS, ...PROTECTED_FILES];

/**
 * A profile for `sandbox-exec -p`: allows only what is listed, and a later rule overrides an earlier one.
 *
 * Written from Apple's profiles in /System/Library/Sandbox and not tested on a Mac. Rules are by path, so a missing
 * protected path needs no placeholder, and renaming a folder above it is denied as a write to that folder's name.
 */
export function createSeatbeltProfile({ profile, folders, home, readable, writable, hidden }: Confinement): string {
  const isWork = profile === 'work';
  const changed = isWork ? [...folders, ...writable] : [];
  const guarded = changed.flatMap((folder) => PROTECTED.map((name) => `${folder}/${name}`));
  return [
    '(version 1)',
    '(deny default)',
    '(allow process-exec process-fork)',
    '(allow signal (target same-sandbox))',
    '(allow process-info* (target same-sandbox))',
    '(allow sysctl-read)',
    '(allow file-ioctl (literal "/dev/null"))',
    '(allow file-read-metadata)',
    rule('allow file-read*', [...SYSTEM, ...TOOLCHAINS.map((name) => `${home}/${name}`), ...readable, ...folders]),
    '(allow file-read* (literal "/") (literal "/dev/null") (literal "/dev/zero") (literal "/dev/random") (literal "/dev/urandom"))',
    '(allow file-write-data (literal "/dev/null") (literal "/dev/zero"))',
    rule('deny file-read*', MACHINE_KEYS),
    ...(changed.length === 0 ? [] : [rule('allow file-write*', changed), rule('deny file-write*', guarded)]),
    ...(isWork ? folders.map((folder) => `(deny file-write-unlink (literal ${quote(`${folder}/.git`)}))`) : []),
    // The command's own temporary folder, which is created for it and removed afterwards.
    '(allow file-read* file-write* (subpath (param "TMPDIR")))',
    ...(hidden.length === 0 ? [] : [rule('deny file-read* file-write*', hidden)]),
    // macOS has no network namespaces, so the loopback would lead to the user's services.
    '(deny network*)',
    '',
  ].join('\n');
}

function rule(what: string, paths: readonly string[]): string {
  return `(${what}\n${paths.map((path) => `  (subpath ${quote(path)})`).join('\n')})`;
}

/** A Scheme string. */
function quote(path: string): string {
  return `"${path.replaceAll('\\', String.raw`\\`).replaceAll('"', String.raw`\"`)}"`;
}
