import { isAbsolute, join, resolve } from 'node:path';
import { matchName } from '@bowline/policy';
import { AgentError } from '@bowline/protocol';
import type { WorkspaceFiles } from '@bowline/workspace';

/** Where the files of a word in a command line are searched. */
export interface WordPlaces {
  readonly files: WorkspaceFiles;
  readonly home: string;
  /** The working directory of the command, and those that it may have changed to. */
  readonly folders: readonly string[];
}

/** A pattern that matches more names than this is an error. */
const MAX_MATCHES = 5000;

/**
 * The files that a word of a command line may mean, as absolute paths that still contain `..`, because links determine
 * where that leads. Empty if only the shell knows.
 */
export async function expandWord(word: string, { files, home, folders }: WordPlaces): Promise<readonly string[]> {
  const found = await Promise.all(
    folders.map(async (folder) => {
      const path = toPath(word, home, folder);
      if (path === undefined) return [];
      return /[*?[]/.test(path) ? await matchFiles(path, files) : [path];
    }),
  );
  return [...new Set(found.flat())];
}

/** The directories that a line may be in after each `cd`, whether the earlier ones succeeded or not. */
export function foldersOf(start: string, moves: readonly string[], home: string): readonly string[] {
  const found = new Set([start]);
  let current = start;
  for (const move of moves) {
    for (const from of [start, current]) found.add(resolve(toPath(move, home, from) ?? from));
    current = resolve(toPath(move, home, current) ?? current);
  }
  return [...found];
}

function toPath(word: string, home: string, folder: string): string | undefined {
  const known = word
    .replace(/^~(?=\/|$)/, () => home)
    .replaceAll(/\$HOME\b|\$\{HOME\}/g, () => home)
    .replaceAll(/\$PWD\b|\$\{PWD\}/g, () => folder);
  if (/[$`\0]/.test(known)) return undefined;
  return isAbsolute(known) ? known : `${folder}/${known}`;
}

/**
 * What a file name pattern matches now, and the pattern itself, because a file may be created. From a character class
 * on, everything matches, because the end of the class is not determined.
 */
async function matchFiles(pattern: string, files: WorkspaceFiles): Promise<readonly string[]> {
  let found: readonly string[] = ['/'];
  for (const part of pattern.split('/').slice(1)) {
    const name = part.replace(/\[.*\].*$/s, '*');
    const isPattern = /[*?]/.test(name);
    const next = await Promise.all(
      found.map(async (folder) => (isPattern ? await matchIn(folder, name, files) : [join(folder, part)])),
    );
    found = next.flat();
    if (found.length > MAX_MATCHES)
      throw new AgentError('INTERNAL', `a pattern of names matches more than ${MAX_MATCHES} files`);
  }
  return [...found, pattern];
}

/** As in a shell, only a pattern that begins with a dot matches names that begin with one. */
async function matchIn(folder: string, name: string, files: WorkspaceFiles): Promise<readonly string[]> {
  const entries = (await files.list(folder)) ?? [];
  return entries
    .filter((entry) => matchName(name, entry.name) && (!entry.name.startsWith('.') || name.startsWith('.')))
    .map((entry) => join(folder, entry.name));
}
