import { lstatSync, mkdirSync } from 'node:fs';
import { join } from 'node:path';

/**
 * The folder in which all installations of a person write down what they need of each other, below one that is there
 * for all; undefined when others could write there. It does not depend on any setting, or two would have two of them.
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
    // Nothing can be written there: each installation counts its own.
    return undefined;
  }
}
