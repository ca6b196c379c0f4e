import { readlinkSync } from 'node:fs';
import type { SandboxLimits } from '../confinement.ts';
import { isFolder, isReadable, kindAt } from '../../disk/look.ts';

/**
 * The system folders that a command sees. Nothing else exists inside, because a read-only mount does not stop access to
 * sockets.
 */
export const SYSTEM = ['/usr', '/etc', '/opt', '/nix/store', '/bin', '/sbin', '/lib', '/lib32', '/lib64', '/libx32'];

/** Keys of the machine, which root could read. */
export const MACHINE_KEYS = [
  '/etc/shadow',
  '/etc/shadow-',
  '/etc/gshadow',
  '/etc/gshadow-',
  '/etc/security/opasswd',
  '/etc/sudoers',
  '/etc/sudoers.d',
  '/etc/ssl/private',
  '/etc/ssh',
  '/etc/krb5.keytab',
  '/etc/NetworkManager',
  '/etc/wireguard',
  '/etc/kubernetes',
  '/etc/rancher',
  '/etc/letsencrypt',
  '/etc/openvpn',
  '/etc/swanctl',
  '/etc/ipsec.secrets',
  '/etc/ppp/chap-secrets',
  '/etc/ppp/pap-secrets',
  '/etc/wpa_supplicant',
  '/etc/netplan',
];

const KEY_LISTS = ['/proc/keys', '/proc/key-users'];

/** Size of a file system that should stay empty, in bytes. */
const EMPTY = '4096';

/**
 * The root of a sandboxed command: the system read-only, devices, its own read-only `/proc` (as root, writing
 * `core_pattern` would run code outside), temporary folders and an empty home.
 */
export function planSystemMounts(home: string, { temporaryBytes }: SandboxLimits): string[] {
  const size = String(temporaryBytes);
  const temporary = (mode: string, folder: string): string[] => ['--perms', mode, '--size', size, '--tmpfs', folder];
  return [
    ...SYSTEM.flatMap((folder) => showSystem(folder)),
    ...MACHINE_KEYS.filter((path) => isReadable(path)).flatMap((path) => coverPath(path)),
    '--ro-bind-try',
    '/sys/devices/system/cpu',
    '/sys/devices/system/cpu',
    '--proc',
    '/proc',
    // These list the names of the user's keys in the kernel.
    ...KEY_LISTS.filter((path) => kindAt(path) !== undefined).flatMap((path) => coverPath(path)),
    '--remount-ro',
    '/proc',
    '--dev',
    '/dev',
    ...temporary('1777', '/dev/shm'),
    '--remount-ro',
    '/dev',
    ...temporary('1777', '/tmp'),
    // Not a link to /tmp: nothing can be mounted below a link, and a workspace may be there.
    ...temporary('1777', '/var/tmp'),
    '--dir',
    '/run',
    ...temporary('0700', home),
  ];
}

/** Covers a path so that nothing in it can be read. */
export function coverPath(path: string): string[] {
  if (isFolder(path)) return ['--perms', '0000', '--size', EMPTY, '--tmpfs', path, '--remount-ro', path];
  // A device on a mount without devices: reading it fails with "Permission denied", which is clearer than an empty
  // file.
  return ['--ro-bind', '/dev/null', path];
}

/** Covers a file with a text. The caller inserts the number of its descriptor. */
export function coverByText(path: string): string[] {
  return ['--perms', '0444', '--ro-bind-data', '', path];
}

/** Covers a folder that does not really exist with an empty one, which ends with the command. */
export function coverMissing(path: string): string[] {
  return ['--perms', '0555', '--size', EMPTY, '--tmpfs', path];
}

function showSystem(folder: string): string[] {
  const kind = kindAt(folder);
  if (kind === undefined) return [];
  return kind === 'link' ? ['--symlink', readlinkSync(folder), folder] : ['--ro-bind', folder, folder];
}
