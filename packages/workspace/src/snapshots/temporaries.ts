import { lstatSync, readdirSync, unlinkSync } from 'node:fs';
import { toParent } from './file-key.ts';
import { inFolder } from './in-folder.ts';
import { isTemporary } from './left-out.ts';

/** More than file times can be behind the clock. */
const CLOCK_STEP_MS = 100;

/** What writes left beside their files when their process was killed. Younger files belong to writes that still run. */
export class Temporaries {
  readonly #root: string;
  readonly #before = Date.now() - CLOCK_STEP_MS;
  readonly #swept = new Set<string>();

  constructor(root: string) {
    this.#root = root;
  }

  /** Removes what is beside these paths. Looks into each folder once. */
  sweep(paths: readonly string[]): void {
    for (const folder of paths.map(toParent)) {
      if (this.#swept.has(folder)) continue;
      this.#swept.add(folder);
      try {
        this.#sweepFolder(folder);
      } catch {
        // It is only in the way of a look at the folder.
      }
    }
  }

  #sweepFolder(folder: string): void {
    inFolder(this.#root, folder, (at) => {
      for (const name of readdirSync(at('.')).filter((each) => each.endsWith('.tmp') && isTemporary(each))) {
        const stats = lstatSync(at(name), { throwIfNoEntry: false });
        if (stats?.isFile() === true && stats.mtimeMs < this.#before) unlinkSync(at(name));
      }
    });
  }
}
