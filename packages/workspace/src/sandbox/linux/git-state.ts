import { join } from 'node:path';
import { kindAt } from './look.ts';
import { readGitIndex } from './read-git-index.ts';

/** What a Git folder holds that makes the person's own Git run programs later, and that no command can be kept from writing. */
export interface GitState {
  /** Operations that were begun, by their file. */
  readonly unfinished: readonly string[];
  /** Repositories within the index. */
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

/** What is new in a Git folder, each in a sentence for who uses Git next. */
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
