import { isWithin } from '@bowline/protocol/plain';
import { basename, dirname, join, resolve } from 'node:path';
import { isFolder, kindAt, readText, toReal } from '../../disk/look.ts';

/** The Git folders of a repository. */
export interface GitFolders {
  /** The folder with `HEAD` and the index. */
  readonly own: string;
  /** The folder with objects, configuration and hooks. The same, except for a linked worktree. */
  readonly common: string;
}

/**
 * The Git folders of the repository whose top is a given folder, or undefined.
 *
 * The target of a `.git` file is accepted only if it points back, as it does for worktrees and submodules: otherwise a
 * file in a shared folder could name any folder on the machine.
 */
export function findGitFolders(top: string): GitFolders | undefined {
  const path = join(top, '.git');
  switch (kindAt(path)) {
    case 'folder':
      return { own: path, common: path };
    case 'file':
      return findLinked(top, path);
    default:
      return undefined;
  }
}

function findLinked(top: string, file: string): GitFolders | undefined {
  const named = /^gitdir: (.+)$/m.exec(readText(file) ?? '')?.[1];
  const own = named === undefined ? undefined : toReal(resolve(top, named.trim()));
  if (own === undefined || kindAt(join(own, 'HEAD')) !== 'file') return undefined;
  return findWorktree(file, own) ?? findSubmodule(top, own);
}

function findWorktree(file: string, own: string): GitFolders | undefined {
  const backlink = readText(join(own, 'gitdir'))?.trim();
  if (backlink === undefined || toReal(resolve(own, backlink)) !== toReal(file)) return undefined;
  const common = toReal(resolve(own, readText(join(own, 'commondir'))?.trim() ?? ''));
  const isPlaced = basename(dirname(own)) === 'worktrees' && dirname(dirname(own)) === common;
  return common !== undefined && isPlaced ? { own, common } : undefined;
}

function findSubmodule(top: string, own: string): GitFolders | undefined {
  const worktree = /^\s*worktree\s*=\s*(.+)$/m.exec(readText(join(own, 'config')) ?? '')?.[1];
  if (worktree === undefined || !own.includes('/.git/modules/')) return undefined;
  return toReal(resolve(own, worktree.trim())) === toReal(top) ? { own, common: own } : undefined;
}

/** The Git folders outside a worktree. A command that may change the worktree may change them too. */
export function findOutsideGit(folder: string): string[] {
  const git = findGitFolders(folder);
  if (git === undefined) return [];
  return [...new Set([git.common, git.own])].filter((path) => !isWithin({ path, root: folder }));
}

/** The top of the repository that contains a folder, which may be the folder itself. */
export function findGitTop(folder: string, { below }: { readonly below: string }): string | undefined {
  for (let top = folder; top !== '/' && top !== below; top = dirname(top)) {
    if (kindAt(join(top, '.git')) !== undefined && isFolder(top)) return top;
  }
  return undefined;
}
