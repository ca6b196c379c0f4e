import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { openScratchPreviews } from '../../packages/workspace/src/preview/open-scratch-previews.ts';
import type { FileChange } from '../../packages/workspace/src/snapshots/file-state.ts';
import { readTree } from '../../packages/workspace/src/snapshots/scratch-tree.ts';

/** The text of every file before the command. */
export const BEFORE = Array.from({ length: 40 }, (_, n) => `line ${n}\n`).join('');
/** Files that the command changes. */
export const CHANGED = ['a', 'b/c', 'z'];
/** Files that the person edits: these, and one that the command removes and one that it makes. */
export const EDITED = [...CHANGED, 'removed', 'made'];

/** Changes of a command that ran aside, and the folder to apply them to. */
export interface PreparedApply {
  readonly root: string;
  readonly store: string;
  readonly changes: readonly FileChange[];
  readonly before: ReadonlyMap<string, string>;
  readonly after: ReadonlyMap<string, string>;
  /** Makes the folder as it was before the command. */
  readonly reset: () => void;
  readonly close: () => Promise<void>;
}

const COMMAND = `sed -i 's/^line 3$/changed/' a b/c z; rm -r removed gone; mkdir -p new/deep
  echo changed > new/deep/file; cp a made; chmod 755 y; ln -s new link`;

/** Runs a command aside that changes, removes and makes files, folders and a link. */
export async function prepareApply(folder: string): Promise<PreparedApply> {
  const lab = openScratchPreviews(process.execPath, folder);
  const { root } = lab;
  const reset = (): void => {
    rmSync(root, { recursive: true });
    for (const path of ['b', 'gone/deep', 'kept']) mkdirSync(join(root, path), { recursive: true });
    for (const name of ['a', 'b/c', 'removed', 'y', 'z', 'gone/deep/file']) writeFileSync(join(root, name), BEFORE);
  };
  reset();
  const before = readTree(root);
  const { changes } = await lab.preview(COMMAND);
  lab.sh(COMMAND);
  const after = readTree(root);
  reset();
  return { root, store: join(folder, 'state/files'), changes, before, after, reset, close: lab.close };
}
