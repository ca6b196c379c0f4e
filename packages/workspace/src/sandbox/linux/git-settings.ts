import { readdirSync, statSync } from 'node:fs';
import { join, relative } from 'node:path';

/** How deep repositories are looked for below a folder of the session, and in how many folders at most. */
const DEEPEST = 2;
const MOST_FOLDERS = 300;

/** When what makes Git run programs was last changed, by path, for each repository in a folder and a little below it. */
export function readGitSettings(top: string): ReadonlyMap<string, string> {
  const stamps = new Map<string, string>();
  let folders = [top];
  for (let depth = 0; depth <= DEEPEST; depth += 1) {
    for (const folder of folders) {
      for (const name of ['config', 'config.worktree', 'hooks']) {
        const path = join(folder, '.git', name);
        const stamp = stampOf(path);
        if (stamp !== undefined) stamps.set(path, stamp);
      }
    }
    if (depth < DEEPEST) folders = folders.flatMap(foldersIn).slice(0, MOST_FOLDERS);
  }
  return stamps;
}

/** What is new or was changed, in a sentence for who uses Git next; undefined when nothing is. */
export function describeChangedSettings(
  top: string,
  before: ReadonlyMap<string, string>,
  after: ReadonlyMap<string, string>,
): string | undefined {
  const changed = [...after].filter(([path, stamp]) => before.get(path) !== stamp).map(([path]) => relative(top, path));
  if (changed.length === 0) return undefined;
  return `Settings or hooks of Git were changed (${changed.join(', ')}). Look at them before you use Git there: they can run programs.`;
}

function foldersIn(folder: string): string[] {
  try {
    return readdirSync(folder, { withFileTypes: true })
      .filter((entry) => entry.isDirectory() && entry.name !== 'node_modules' && !entry.name.startsWith('.'))
      .map(({ name }) => join(folder, name));
  } catch {
    return [];
  }
}

function stampOf(path: string): string | undefined {
  try {
    const { ino, size, mtimeNs } = statSync(path, { bigint: true, throwIfNoEntry: false }) ?? {};
    return ino === undefined ? undefined : `${ino}:${size}:${mtimeNs}`;
  } catch {
    return undefined;
  }
}
