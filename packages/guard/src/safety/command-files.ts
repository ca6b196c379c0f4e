import { resolve } from 'node:path';
import { commandPaths, createKeyTest, type Finding, type PathWord, type ShellLine } from '@bowline/policy';
import type { Workspace } from '@bowline/workspace';
import type { CheckedCall } from './call-paths.ts';
import { expandWord, foldersOf } from './expand-word.ts';
import { findShownBelow, type TreeWalk } from './find-shown-below.ts';
import type { TouchedPath } from './resolve-paths.ts';

/** The files that a command line may use, and findings about files that could not be determined. */
export interface CommandFiles {
  readonly touched: readonly TouchedPath[];
  readonly findings: readonly Finding[];
}

/** Finds the files that the words of a line mean, and those that a command shows because it walks a directory. */
export async function commandFiles(
  call: CheckedCall,
  line: ShellLine,
  { workspace, home }: { readonly workspace: Workspace; readonly home: string },
): Promise<CommandFiles> {
  const { command } = call.args;
  const { words, folders } = commandPaths(line, typeof command === 'string' ? command : '');
  const places = { files: workspace.files, home, folders: foldersOf(cwdOf(call, workspace), folders, home) };
  const isKey = createKeyTest({ home, roots: [workspace.root, ...workspace.directories] });
  const found = await Promise.all(
    words.map(async (word) => toFiles(word, await expandWord(word.word, places), { files: workspace.files, isKey })),
  );
  return { touched: found.flatMap(({ touched }) => touched), findings: found.flatMap(({ findings }) => findings) };
}

/** The directory that a command starts in. */
export function cwdOf({ args }: CheckedCall, { root: workspace }: Workspace): string {
  const folder = args['dir_path'] ?? args['directory'];
  return resolve(workspace, typeof folder === 'string' ? folder : '.');
}

async function toFiles(
  { isWrite, isGuess, shows }: PathWord,
  paths: readonly string[],
  walk: Omit<TreeWalk, 'shows'>,
): Promise<CommandFiles> {
  const use = { isWrite, isGuess, ...(shows === undefined || shows === 'names' ? {} : { isShown: true }) };
  const touched = paths.map((path) => ({ path, ...use }));
  if (shows === undefined || shows === 'names' || shows === 'contents') return { touched, findings: [] };
  const below = await Promise.all(paths.map((path) => findShownBelow(path, { ...walk, shows })));
  const findings = below.flatMap(({ isComplete }, n): readonly Finding[] =>
    isComplete
      ? []
      : [
          {
            check: 'unclear_command',
            severity: 'danger',
            message: `goes through ${paths[n] ?? ''}, which has many files`,
          },
        ],
  );
  return { touched: [...touched, ...below.flatMap((each) => each.paths.map((path) => ({ path, ...use })))], findings };
}
