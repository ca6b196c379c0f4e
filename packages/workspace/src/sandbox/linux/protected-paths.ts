import { isWithin } from '@bowline/protocol/plain';
import { join, resolve } from 'node:path';
import { PROTECTED_FILES, PROTECTED_FOLDERS } from '../known-places.ts';
import { findGitFolders, type GitFolders } from './git-folders.ts';
import { isFolder, kindAt, readText } from '../../disk/look.ts';
import { readGitIndex } from './read-git-index.ts';

/** A path that a command may not change, whether it exists or not. */
export interface ProtectedPath {
  readonly path: string;
  /** How to create it if it does not exist. */
  readonly kind: 'file' | 'folder';
  /** The content of a file that does not exist. */
  readonly content?: string;
}

/** What a command may not change in a folder that it may change. */
export function findProtectedPaths(folder: string): ProtectedPath[] {
  return [
    ...gitPaths(folder),
    ...PROTECTED_FOLDERS.map((name): ProtectedPath => ({ path: join(folder, name), kind: 'folder' })),
    ...PROTECTED_FILES.map((name): ProtectedPath => ({ path: join(folder, name), kind: 'file' })),
  ];
}

/** What makes the user's own Git run programs. */
function gitPaths(folder: string): ProtectedPath[] {
  const git = findGitFolders(folder);
  // A link could be replaced with the command's own repository.
  if (git === undefined && kindAt(join(folder, '.git')) === 'link')
    return [{ path: join(folder, '.git'), kind: 'folder' }];
  if (git === undefined) return [];
  const { own, common } = git;
  return [
    ...(own === join(folder, '.git') ? [] : [{ path: join(folder, '.git'), kind: 'file' } as const]),
    { path: join(common, 'hooks'), kind: 'folder' },
    { path: join(common, 'config'), kind: 'file' },
    { path: join(common, 'info'), kind: 'folder' },
    { path: join(common, 'modules'), kind: 'folder' },
    { path: join(common, 'worktrees'), kind: 'folder' },
    { path: join(own, 'config.worktree'), kind: 'file' },
    // It can move the configuration to any folder. An empty file breaks Git; this content means the same as no file.
    { path: join(own, 'commondir'), kind: 'file', content: own === common ? '.\n' : '' },
    ...(own === common ? [] : [{ path: join(own, 'gitdir'), kind: 'file' } as const]),
    ...nestedRepositories(folder, git),
    ...hooksFolder(folder, git),
  ];
}

/** The user's own `git status` reads the configuration of nested repositories. */
function nestedRepositories(folder: string, { own }: GitFolders): ProtectedPath[] {
  return readGitIndex(own)
    .filter(({ isGitlink }) => isGitlink)
    .map(({ path }) => join(folder, path, '.git'))
    .filter((path) => kindAt(path) !== undefined)
    .map((path) => ({ path, kind: isFolder(path) ? 'folder' : 'file' }));
}

function hooksFolder(folder: string, { common }: GitFolders): ProtectedPath[] {
  const named = /^\s*hookspath\s*=\s*"?([^"\n]+)"?\s*$/im.exec(readText(join(common, 'config')) ?? '')?.[1];
  if (named === undefined) return [];
  const path = resolve(folder, named.trim());
  return isWithin({ path, root: folder }) && path !== folder ? [{ path, kind: 'folder' }] : [];
}
