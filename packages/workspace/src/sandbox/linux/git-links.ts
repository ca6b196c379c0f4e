import { readdirSync, rmSync, type Dirent } from 'node:fs';
import { join } from 'node:path';

/** Git folders that are large and content-addressed, or that a command cannot write. */
const SKIPPED = new Set(['objects', 'hooks', 'info', 'modules', 'worktrees', 'lfs']);

/**
 * Finds links in a Git folder that a command may write. Git itself creates none. Through one, the user's own Git would
 * write its next message, log or index to the target of the link.
 */
export function findGitLinks(gitFolder: string): string[] {
  return entriesOf(gitFolder).flatMap((entry) => {
    const path = join(gitFolder, entry.name);
    if (entry.isSymbolicLink()) return [path];
    return entry.isDirectory() && !SKIPPED.has(entry.name) ? findGitLinks(path) : [];
  });
}

/** Removes links that did not exist before. */
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
