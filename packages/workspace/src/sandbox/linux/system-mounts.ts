import { readlinkSync } from 'node:fs';
import type { SandboxLimits } from '../confinement.ts';
import { isFolder, isReadable, kindAt } from './look.ts';

/** The system as a command sees it. What is not named does not exist inside: a socket ignores that a mount is read-only. */
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

/** Bytes of a file system in which nothing is meant to be. */
const EMPTY = '4096';

/**
 * The root of a confined command: the system read-only, devices, a `/proc` of its own that cannot be written (as root
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
    // Names of the person's keys in the kernel.
    ...KEY_LISTS.filter((path) => kindAt(path) !== undefined).flatMap((path) => coverPath(path)),
    '--remount-ro',
    '/proc',
    '--dev',
    '/dev',
    ...temporary('1777', '/dev/shm'),
    '--remount-ro',
    '/dev',
    ...temporary('1777', '/tmp'),
    '--symlink',
    '/tmp',
    '/var/tmp',
    '--dir',
    '/run',
    ...temporary('0700', home),
  ];
}

/** Covers a path so that nothing of it can be read. */
export function coverPath(path: string): string[] {
  if (isFolder(path)) return ['--perms', '0000', '--size', EMPTY, '--tmpfs', path, '--remount-ro', path];
  // A device on a mount without devices: reading says "Permission denied", which is clearer than an empty file.
  return ['--ro-bind', '/dev/null', path];
}

/** Covers a file with a text; the number of its descriptor is to be put in. */
export function coverByText(path: string): string[] {
  return ['--perms', '0444', '--ro-bind-data', '', path];
}

/** Covers a folder that is not really there with an empty one of the command's own, which is gone with it. */
export function coverMissing(path: string): string[] {
  return ['--perms', '0555', '--size', EMPTY, '--tmpfs', path];
}

function showSystem(folder: string): string[] {
  const kind = kindAt(folder);
  if (kind === undefined) return [];
  return kind === 'link' ? ['--symlink', readlinkSync(folder), folder] : ['--ro-bind', folder, folder];
}
