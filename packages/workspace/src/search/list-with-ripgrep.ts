import { canUnhide, ROOT_IGNORE_FILES, type IgnoreFile } from '../ignore/ignore-rules.ts';
import { spawn } from 'node:child_process';
import { resolve } from 'node:path';
import { IgnoreLookup, readRulesDownTo } from './ignore-lookup.ts';
import { comparePaths } from './compare-paths.ts';
import { toIgnoreSource, type Walk } from './walk-files.ts';

/** Asks ripgrep for files with a match, or for all files. */
export interface RipgrepQuery extends Walk {
  readonly ripgrepPath: string;
  readonly text?: { readonly pattern: string; readonly isFixed: boolean; readonly isLoose: boolean } | undefined;
  /** Restricts the files to this glob, as far as ripgrep supports it. */
  readonly include?: string | undefined;
}

/**
 * Yields the files that a walk would, in the same order, without those that have no match. Rules that ripgrep does not
 * know are applied afterwards. Undefined if ripgrep cannot do it and a walk is needed.
 */
export async function listWithRipgrep(
  query: RipgrepQuery,
  isWanted: (path: string) => boolean,
): Promise<AsyncIterable<string> | undefined> {
  const { folder, roots, respectIgnore } = query;
  const source = toIgnoreSource(query);
  const above = await readRulesDownTo(folder, source);
  // Ripgrep does not know all of our ignore files, nor those above the directory: files that they include again must
  // not be hidden.
  const names = await run(query, toArguments(query, respectIgnore && !above.some(canUnhide)));
  if (names === undefined) return undefined;
  const paths = names
    .map((name) => resolve(folder, name))
    .filter(isWanted)
    .sort(comparePaths);
  // Below a root it has applied everything except files that only a root has.
  const isKnown = roots.includes(folder) && !above.some(canUnhide);
  const lookup = new IgnoreLookup(isKnown ? { ...source, names: source.names.filter(isRootFile) } : source, folder);
  return withoutHidden(paths, lookup);
}

const isRootFile = (name: IgnoreFile): boolean => ROOT_IGNORE_FILES.includes(name);

async function* withoutHidden(paths: readonly string[], lookup: IgnoreLookup): AsyncGenerator<string> {
  for (const path of paths) if (!(await lookup.hides(path, false))) yield path;
}

function toArguments({ text, include }: RipgrepQuery, respectIgnore: boolean): string[] {
  return [
    ...['--no-config', '--no-messages', '--hidden', '--null', '--color=never', '--glob=!.git'],
    ...(respectIgnore
      ? ['--no-require-git', '--no-ignore-global', '--no-ignore-exclude', '--no-ignore-parent']
      : ['--no-ignore']),
    ...(include === undefined || !/^[\w.*-]+$/.test(include) ? [] : [`--type-add=wanted:${include}`, '--type=wanted']),
    ...(text === undefined
      ? ['--files']
      : [
          // We decide which files are text, and accept any line ending.
          ...['--files-with-matches', '--text', '--crlf'],
          text.isLoose ? '--ignore-case' : '--case-sensitive',
          ...(text.isFixed ? ['--fixed-strings'] : []),
          ...['-e', text.pattern],
        ]),
    ...['--', '.'],
  ];
}

/** The names that it printed. Undefined if it could not run or did not understand. */
async function run({ ripgrepPath, folder, signal }: RipgrepQuery, args: string[]): Promise<string[] | undefined> {
  // It needs no environment, which may hold keys.
  const child = spawn(ripgrepPath, args, { cwd: folder, env: {}, stdio: ['ignore', 'pipe', 'ignore'], signal });
  const ended = new Promise<number | null>((settle) => {
    child.on('error', () => {
      settle(null);
    });
    child.on('close', settle);
  });
  const chunks: Buffer[] = [];
  child.stdout.on('data', (chunk: Buffer) => chunks.push(chunk));
  const code = await ended;
  const names = Buffer.concat(chunks)
    .toString('utf8')
    .split('\0')
    .filter((name) => name !== '');
  if (signal.aborted) return [];
  // 1 means no match. 2 is an error: an unreadable file or a bad pattern.
  return code === 0 || code === 1 || (code === 2 && names.length > 0) ? names : undefined;
}
