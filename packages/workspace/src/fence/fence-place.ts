import { lstatSync, mkdirSync, readFileSync, readlinkSync, statSync } from 'node:fs';
import { join } from 'node:path';

/** Where processes of one user that can see and end each other find what each of them runs. */
export interface FencePlace {
  readonly folder: string;
  /** The same only for processes that share the boot, the process list and the folder. */
  readonly id: string;
}

/**
 * Opens the place of this user. Undefined where the processes of a command cannot be listed, and so cannot be proved
 * dead.
 *
 * A fixed path, because processes with other homes and other temporary folders must find the same one. Where `/tmp` is
 * private, the identity differs with the folder.
 */
export function openFencePlace(temporaryFolder = '/tmp'): FencePlace | undefined {
  try {
    const boot = readFileSync('/proc/sys/kernel/random/boot_id', 'utf8').trim();
    const processes = /\d+/.exec(readlinkSync('/proc/self/ns/pid'))?.[0] ?? '';
    const { uid } = statSync('/proc/self');
    const folder = join(temporaryFolder, `bowline-fence-${uid}`);
    mkdirSync(folder, { recursive: true, mode: 0o700 });
    const found = lstatSync(folder);
    // Others could plant notes there.
    if (!found.isDirectory() || found.uid !== uid || (found.mode & 0o077) !== 0) return undefined;
    return { folder, id: `${boot}.${processes}.${found.dev}-${found.ino}` };
  } catch {
    return undefined;
  }
}
