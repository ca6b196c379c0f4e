import { chmodSync, lstatSync, mkdirSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import { readText } from '../disk/look.ts';
import { errnoOf } from '../snapshots/in-folder.ts';
import { startOfProcess } from '../sandbox/linux/process-stat.ts';

/** Names the process that made a place. Written before anything else. */
const OWNER = 'owner';

/** A private folder for what one run changes. It is removed when the run ends. */
export interface PreviewPlace {
  readonly path: string;
  readonly remove: () => void;
}

/** Opens a place, and removes those that killed processes have left. */
export function openPreviewPlace(folder: string, pid: number): PreviewPlace {
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  sweepPreviewPlaces(folder);
  const path = join(folder, `${pid}-${randomUUID()}`);
  mkdirSync(path, { mode: 0o700 });
  writeFileSync(join(path, OWNER), startOfProcess(pid) ?? '');
  return {
    path,
    remove: () => {
      removeTree(path);
    },
  };
}

/** Removes what killed processes have left. */
function sweepPreviewPlaces(folder: string): void {
  for (const name of namesIn(folder)) {
    const pid = /^(\d+)-/.exec(name)?.[1];
    if (pid !== undefined && !isOwned(join(folder, name), pid)) removeTree(join(folder, name));
  }
}

function isOwned(place: string, pid: string): boolean {
  const owner = readText(join(place, OWNER));
  const living = startOfProcess(Number(pid));
  // A process that has just made the folder has not written its name yet.
  return living !== undefined && (owner === undefined || owner === '' || owner === living);
}

/** Folders that cannot be entered, such as the work folder of an overlay, are opened first. */
function removeTree(path: string): void {
  openTree(path);
  rmSync(path, { recursive: true, force: true });
}

function openTree(path: string | Buffer): void {
  try {
    if (!lstatSync(path).isDirectory()) return;
    chmodSync(path, 0o700);
    const start = Buffer.concat([Buffer.from(path), Buffer.from('/')]);
    for (const entry of readdirSync(path, { encoding: 'buffer', withFileTypes: true }))
      if (entry.isDirectory()) openTree(Buffer.concat([start, entry.name]));
  } catch (thrown) {
    if (errnoOf(thrown) !== 'ENOENT') throw thrown;
  }
}

function namesIn(folder: string): readonly string[] {
  try {
    return readdirSync(folder);
  } catch {
    return [];
  }
}
