import { lstatSync, readdirSync, unlinkSync } from 'node:fs';
import { inFolder } from './in-folder.ts';
import { isTemporary } from './left-out.ts';

/** What a write left beside its file when its process was killed. Younger files belong to writes that still run. */
export function sweepTemporaries(root: string, folders: readonly string[], before: number): void {
  for (const folder of folders)
    try {
      inFolder(root, folder, (at) => {
        for (const name of readdirSync(at('.')).filter((each) => each.endsWith('.tmp') && isTemporary(each))) {
          const stats = lstatSync(at(name), { throwIfNoEntry: false });
          if (stats?.isFile() === true && stats.mtimeMs < before) unlinkSync(at(name));
        }
      });
    } catch {
      // It is only in the way of a look at the folder.
    }
}
