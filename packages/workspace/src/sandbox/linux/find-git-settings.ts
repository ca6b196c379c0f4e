import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { kindAt } from './look.ts';

/** Names of submodules are paths; deeper ones are unheard of. */
const DEEPEST = 5;

/** The files in which a repository, its worktrees and its submodules have settings. */
export function findGitSettings(gitFolder: string): readonly string[] {
  return [
    join(gitFolder, 'config'),
    join(gitFolder, 'config.worktree'),
    ...foldersIn(join(gitFolder, 'worktrees')).map((folder) => join(folder, 'config.worktree')),
    ...foldersIn(join(gitFolder, 'modules')).flatMap((folder) => findInModule(folder, DEEPEST)),
  ].filter((path) => kindAt(path) === 'file');
}

function findInModule(folder: string, left: number): readonly string[] {
  if (kindAt(join(folder, 'HEAD')) !== undefined) return findGitSettings(folder);
  return left === 0 ? [] : foldersIn(folder).flatMap((each) => findInModule(each, left - 1));
}

function foldersIn(folder: string): readonly string[] {
  if (kindAt(folder) !== 'folder') return [];
  try {
    const entries = readdirSync(folder, { withFileTypes: true });
    return entries.filter((entry) => entry.isDirectory()).map(({ name }) => join(folder, name));
  } catch {
    return [];
  }
}
