import { readdir } from 'node:fs/promises';
import { join, posix } from 'node:path';
import type { PathCompletions } from '@bowline/tui';
import { fileTexts } from '../../texts/file-texts.ts';
import { describeFile } from './describe-path.ts';
import { rankPaths } from './rank-paths.ts';

/** What path completion needs. */
export interface CompletionPlaces {
  readonly workspace: string;
  readonly home: string;
  /** The files of the workspace that are not ignored. */
  readonly list: (signal: AbortSignal) => AsyncIterable<string>;
  readonly now: () => number;
}

/** The number of suggestions. */
const COUNT = 50;
/** The first of them say what they are. More are not visible at once. */
const DESCRIBED = 10;
/** The longest wait for suggestions; the search continues in the background. */
const PATIENCE_MS = 250;
/** The age after which the list is built again; until then the old one is used. */
const FRESH_MS = 5000;
/** The largest list. */
const MAX_PATHS = 200_000;

export type CompletePath = (typed: string, signal: AbortSignal) => Promise<PathCompletions>;

const NOTHING: PathCompletions = { values: [], notes: {}, all: 0 };

/** Completes paths from a cached list of the workspace; paths outside it are looked up in their folder. */
export function createPathCompletion(places: CompletionPlaces): CompletePath {
  let listing: Listing | undefined;
  return async (typed, signal) => {
    if (isOutside(typed)) return await completeOutside(typed, places, signal);
    if (listing === undefined || (listing.isDone && places.now() - listing.at > FRESH_MS))
      listing = beginListing(places, listing?.paths);
    await withPatience(listing.done, signal);
    if (signal.aborted) return NOTHING;
    const paths = listing.isDone ? listing.paths : listing.best();
    const values = await rankPaths(paths, { typed, count: COUNT, signal });
    const notes = await describe(values.slice(0, DESCRIBED), (path) => posix.join(places.workspace, path), paths);
    return { values, notes, all: countFiles(paths) };
  };
}

interface Listing {
  readonly at: number;
  readonly paths: Set<string>;
  /** The previous list, until this one is complete. */
  readonly best: () => Set<string>;
  readonly done: Promise<void>;
  readonly isDone: boolean;
}

function beginListing({ list, now }: CompletionPlaces, before: Set<string> = new Set()): Listing {
  const paths = new Set<string>();
  const state = { isDone: false };
  const work = async (): Promise<void> => {
    for await (const path of list(new AbortController().signal)) {
      addWithFolders(paths, path.replaceAll('\\', '/'));
      if (paths.size > MAX_PATHS) break;
    }
  };
  // After an error, the files found so far are used.
  const done = work()
    .catch(() => undefined)
    .then(() => {
      state.isDone = true;
    });
  return {
    at: now(),
    paths,
    best: () => (paths.size > before.size ? paths : before),
    done,
    get isDone() {
      return state.isDone;
    },
  };
}

function addWithFolders(paths: Set<string>, path: string): void {
  for (let folder = posix.dirname(path); folder !== '.' && !paths.has(`${folder}/`); folder = posix.dirname(folder))
    paths.add(`${folder}/`);
  paths.add(path);
}

async function withPatience(done: Promise<void>, signal: AbortSignal): Promise<void> {
  await new Promise<void>((resolve) => {
    const finish = (): void => {
      clearTimeout(timer);
      signal.removeEventListener('abort', finish);
      resolve();
    };
    const timer = setTimeout(finish, PATIENCE_MS);
    signal.addEventListener('abort', finish);
    void done.then(finish);
  });
}

function isOutside(typed: string): boolean {
  return /^(?:\/|~\/|\.\.\/)/.test(typed);
}

/** The entries of the typed folder, with the path as typed. */
async function completeOutside(
  typed: string,
  { workspace, home }: CompletionPlaces,
  signal: AbortSignal,
): Promise<PathCompletions> {
  const cut = typed.lastIndexOf('/') + 1;
  const folder = typed.slice(0, cut);
  const beginning = typed.slice(cut);
  const real = folder.startsWith('~/') ? join(home, folder.slice(2)) : posix.resolve(workspace, folder);
  const entries = await readdir(real, { withFileTypes: true }).catch(() => []);
  const names = entries.map((entry) => (entry.isDirectory() ? `${entry.name}/` : entry.name));
  const found = await rankPaths(names, { typed: beginning, count: COUNT, signal });
  const values = found.map((name) => `${folder}${name}`);
  const toReal = (path: string): string => posix.join(real, path.slice(cut));
  return { values, notes: await describe(values.slice(0, DESCRIBED), toReal), all: names.length };
}

/** What files and folders are, by path. A folder counts its files among the known paths. */
async function describe(
  values: readonly string[],
  toReal: (path: string) => string,
  known: ReadonlySet<string> = new Set(),
): Promise<Readonly<Record<string, string>>> {
  const notes = await Promise.all(
    values.map(async (path): Promise<readonly (readonly [string, string])[]> => {
      const files = path.endsWith('/') ? countFiles(known, path) : 0;
      const note = path.endsWith('/') ? fileTexts.folder(files) : await describeFile(toReal(path));
      return note === undefined || (path.endsWith('/') && files === 0) ? [] : [[path, note]];
    }),
  );
  return Object.fromEntries(notes.flat());
}

function countFiles(paths: ReadonlySet<string>, folder = ''): number {
  let count = 0;
  for (const path of paths) if (path.startsWith(folder) && !path.endsWith('/')) count += 1;
  return count;
}
