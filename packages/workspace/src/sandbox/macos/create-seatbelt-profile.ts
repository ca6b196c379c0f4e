import type { Confinement } from '../confinement.ts';
import { PROTECTED_FILES, PROTECTED_FOLDERS, TOOLCHAINS } from '../known-places.ts';

/** Paths of macOS that any program needs to start and to work. */
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
 * A profile for `sandbox-exec -p`: nothing is allowed but what is listed, and a later rule wins over an earlier one.
 *
 * Written from Apple's profiles in /System/Library/Sandbox and not run on a Mac. Rules are by path, so a missing
 * protected path needs no placeholder, and renaming a folder above it is refused as a write to that folder's name.
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
    // The temporary folder that the command is given; it is made for it and removed after it.
    '(allow file-read* file-write* (subpath (param "TMPDIR")))',
    ...(hidden.length === 0 ? [] : [rule('deny file-read* file-write*', hidden)]),
    // There is no network of its own on a Mac: the loopback would lead to services of the person's.
    '(deny network*)',
    '',
  ].join('\n');
}

function rule(what: string, paths: readonly string[]): string {
  return `(${what}\n${paths.map((path) => `  (subpath ${quote(path)})`).join('\n')})`;
}

/** A string of Scheme. */
function quote(path: string): string {
  return `"${path.replaceAll('\\', String.raw`\\`).replaceAll('"', String.raw`\"`)}"`;
}
