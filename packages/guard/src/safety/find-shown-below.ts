import { join } from 'node:path';
import type { WorkspaceFiles } from '@bowline/workspace';

/** How a command walks a directory. */
export interface TreeWalk {
  readonly files: WorkspaceFiles;
  /** Whether a file may hold keys, judged by its path. */
  readonly isKey: (path: string) => boolean;
  readonly shows: 'tree' | 'visible_tree' | 'linked_tree';
}

/** Files that a package manager installed are not the user's, and Git's own files are not text. */
const SKIPPED = new Set(['node_modules', '.git']);
/** A directory with more entries than this is not searched completely. */
const MAX_ENTRIES = 20_000;

/**
 * The files that a command would show but should not when it walks a directory: files that may hold keys and, if it
 * follows links, all links. `isComplete` is false if the directory is too large to tell.
 */
export async function findShownBelow(
  folder: string,
  { files, isKey, shows }: TreeWalk,
): Promise<{ readonly paths: readonly string[]; readonly isComplete: boolean }> {
  const paths: string[] = [];
  const waiting = [folder];
  let left = MAX_ENTRIES;
  for (let current = waiting.pop(); current !== undefined; current = waiting.pop()) {
    const entries = (await files.list(current)) ?? [];
    left -= entries.length;
    if (left < 0) return { paths, isComplete: false };
    for (const { name, kind } of entries) {
      if (isSkipped(name, shows)) continue;
      const path = join(current, name);
      if (kind === 'folder') waiting.push(path);
      if (isKey(path) || (kind === 'other' && shows === 'linked_tree')) paths.push(path);
    }
  }
  return { paths, isComplete: true };
}

function isSkipped(name: string, shows: TreeWalk['shows']): boolean {
  return shows === 'visible_tree' ? name.startsWith('.') || SKIPPED.has(name) : shows === 'tree' && SKIPPED.has(name);
}
