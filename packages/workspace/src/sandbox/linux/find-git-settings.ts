import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { kindAt, toReal } from '../../disk/look.ts';

/** Names of submodules are paths. Deeper ones are not expected. */
const DEEPEST = 5;

/** The settings files of a repository, its worktrees and submodules, with links resolved. */
export function findGitSettings(gitFolder: string): readonly string[] {
  const paths = [
    join(gitFolder, 'config'),
    join(gitFolder, 'config.lock'), // left by a killed Git
    join(gitFolder, 'config.worktree'),
    ...foldersIn(join(gitFolder, 'worktrees')).map((folder) => join(folder, 'config.worktree')),
    ...foldersIn(join(gitFolder, 'modules')).flatMap((folder) => findInModule(folder, DEEPEST)),
  ];
  const real = paths.flatMap((path) => (kindAt(path) === 'link' ? (toReal(path) ?? []) : path));
  return [...new Set(real)].filter((path) => kindAt(path) === 'file');
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
