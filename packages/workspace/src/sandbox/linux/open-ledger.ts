import { lstatSync, mkdirSync } from 'node:fs';
import { join } from 'node:path';

/**
 * The folder in which all installations of a user record what they need from each other, inside a shared folder.
 * Undefined if others could write to it. It does not depend on any setting, since two settings would result in two
 * folders.
 */
export function openLedger(uid: number, shared = '/tmp'): string | undefined {
  const folder = join(shared, `bowline-${uid}`);
  const ledger = join(folder, 'placeholders');
  try {
    for (const each of [folder, ledger]) {
      mkdirSync(each, { recursive: true, mode: 0o700 });
      const found = lstatSync(each);
      if (!found.isDirectory() || found.uid !== uid || (found.mode & 0o077) !== 0) return undefined;
    }
    return ledger;
  } catch {
    // It is not writable, so each installation counts only its own.
    return undefined;
  }
}
