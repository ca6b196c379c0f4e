import { join } from 'node:path';
import { findGitFolders } from '../sandbox/linux/git-folders.ts';
import { readGitIndex } from '../sandbox/linux/read-git-index.ts';

/** The files that Git tracks in folders that are the top of a repository. */
export function readTracked(folders: readonly string[]): ReadonlySet<string> {
  return new Set(
    folders.flatMap((top) => {
      const git = findGitFolders(top);
      return git === undefined ? [] : readGitIndex(git.own).map(({ path }) => join(top, path));
    }),
  );
}
