import { join } from 'node:path';
import { kindAt } from '../../disk/look.ts';
import { readGitIndex } from './read-git-index.ts';

/** State in a Git folder that makes the user's own Git run programs later, and that commands must be able to write. */
export interface GitState {
  /** Unfinished operations, by their file. */
  readonly unfinished: readonly string[];
  /** Nested repositories in the index. */
  readonly nested: readonly string[];
}

const OPERATIONS: Readonly<Record<string, string>> = {
  'rebase-merge': 'rebase',
  'rebase-apply': 'rebase or am',
  sequencer: 'cherry-pick or revert',
  BISECT_LOG: 'bisect',
};

export function readGitState(gitFolder: string): GitState {
  return {
    unfinished: Object.keys(OPERATIONS).filter((name) => kindAt(join(gitFolder, name)) !== undefined),
    nested: readGitIndex(gitFolder).flatMap(({ path, isGitlink }) => (isGitlink ? [path] : [])),
  };
}

/** Describes new state in a Git folder for the next user of Git, one sentence each. */
export function describeNewGitState(before: GitState, after: GitState): readonly string[] {
  const begun = after.unfinished.filter((name) => !before.unfinished.includes(name));
  const nested = after.nested.filter((path) => !before.nested.includes(path));
  return [
    ...begun.map(
      (name) =>
        `Git has an unfinished ${OPERATIONS[name] ?? name} now (.git/${name}). Look at it before you continue it.`,
    ),
    ...nested.map(
      (path) =>
        `Git's index has a new repository in it (${path}). Look at its settings before you use Git: they can run programs.`,
    ),
  ];
}
