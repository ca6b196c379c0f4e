import { canUnhide, ROOT_IGNORE_FILES, type IgnoreFile } from '@bowline/workspace';
import { spawn } from 'node:child_process';
import { resolve } from 'node:path';
import { IgnoreLookup, readRulesDownTo } from '../search/ignore-lookup.ts';
import { comparePaths } from './compare-paths.ts';
import { toIgnoreSource, type Walk } from './walk-files.ts';

/** What ripgrep is asked: files that hold something, or all of them. */
export interface RipgrepQuery extends Walk {
  readonly ripgrepPath: string;
  readonly text?: { readonly pattern: string; readonly isFixed: boolean; readonly isLoose: boolean } | undefined;
  /** Only files that this glob may want, as far as ripgrep can tell. */
  readonly include?: string | undefined;
}

/**
 * The files that walking would come to, in the same order, less those that hold no match: found by ripgrep, and held to
 * the rules that it does not know. Undefined when ripgrep cannot do it, and somebody has to walk.
 */
export async function listWithRipgrep(
  query: RipgrepQuery,
  isWanted: (path: string) => boolean,
): Promise<AsyncIterable<string> | undefined> {
  const { folder, roots, respectIgnore } = query;
  const source = toIgnoreSource(query);
  const above = await readRulesDownTo(folder, source);
  // It knows neither all of our ignore files nor those above the folder: what they show again it must not hide.
  const names = await run(query, toArguments(query, respectIgnore && !above.some(canUnhide)));
  if (names === undefined) return undefined;
  const paths = names
    .map((name) => resolve(folder, name))
    .filter(isWanted)
    .sort(comparePaths);
  // From a root down it has looked at all but the files that only a root has.
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
          // Which files are text is for us to say, and a line may end as it likes.
          ...['--files-with-matches', '--text', '--crlf'],
          text.isLoose ? '--ignore-case' : '--case-sensitive',
          ...(text.isFixed ? ['--fixed-strings'] : []),
          ...['-e', text.pattern],
        ]),
    ...['--', '.'],
  ];
}

/** The names that it printed; undefined when it could not be run, or did not understand. */
async function run({ ripgrepPath, folder, signal }: RipgrepQuery, args: string[]): Promise<string[] | undefined> {
  // It needs nothing of the environment, which may hold keys.
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
  // 1 is nothing found; 2 is an error, be it of one file that could not be read or of the pattern.
  return code === 0 || code === 1 || (code === 2 && names.length > 0) ? names : undefined;
}
