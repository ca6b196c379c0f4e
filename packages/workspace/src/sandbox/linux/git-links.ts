import { readdirSync, rmSync, type Dirent } from 'node:fs';
import { join } from 'node:path';

/** Folders of Git that are large and written by content, or that a command cannot write. */
const SKIPPED = new Set(['objects', 'hooks', 'info', 'modules', 'worktrees', 'lfs']);

/**
 * Links in a Git folder that a command may write: Git itself makes none. Through one the person's own Git would write
 * its next message, log or index to wherever it leads.
 */
export function findGitLinks(gitFolder: string): string[] {
  return entriesOf(gitFolder).flatMap((entry) => {
    const path = join(gitFolder, entry.name);
    if (entry.isSymbolicLink()) return [path];
    return entry.isDirectory() && !SKIPPED.has(entry.name) ? findGitLinks(path) : [];
  });
}

/** Removes the links that were not there before. */
export function removeNewGitLinks(gitFolder: string, before: readonly string[]): void {
  for (const path of findGitLinks(gitFolder)) if (!before.includes(path)) rmSync(path, { force: true });
}

function entriesOf(folder: string): Dirent[] {
  try {
    return readdirSync(folder, { withFileTypes: true });
  } catch {
    return [];
  }
}
