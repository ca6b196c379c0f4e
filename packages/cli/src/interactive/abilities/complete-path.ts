import { readdir } from 'node:fs/promises';
import { join, posix } from 'node:path';
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
/** The longest wait for suggestions; the search continues in the background. */
const PATIENCE_MS = 250;
/** The age after which the list is built again; until then the old one is used. */
const FRESH_MS = 5000;
/** The largest list. */
const MAX_PATHS = 200_000;

/** Files and folders that match the typed text, best first. */
export type CompletePath = (typed: string, signal: AbortSignal) => Promise<readonly string[]>;

/** Completes paths from a cached list of the workspace; paths outside it are looked up in their folder. */
export function createPathCompletion(places: CompletionPlaces): CompletePath {
  let listing: Listing | undefined;
  return async (typed, signal) => {
    if (isOutside(typed)) return await completeOutside(typed, places, signal);
    if (listing === undefined || (listing.isDone && places.now() - listing.at > FRESH_MS))
      listing = beginListing(places, listing?.paths);
    await withPatience(listing.done, signal);
    if (signal.aborted) return [];
    return await rankPaths(listing.isDone ? listing.paths : listing.best(), { typed, count: COUNT, signal });
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
): Promise<readonly string[]> {
  const cut = typed.lastIndexOf('/') + 1;
  const folder = typed.slice(0, cut);
  const beginning = typed.slice(cut);
  const real = folder.startsWith('~/') ? join(home, folder.slice(2)) : posix.resolve(workspace, folder);
  const entries = await readdir(real, { withFileTypes: true }).catch(() => []);
  const names = entries.map((entry) => (entry.isDirectory() ? `${entry.name}/` : entry.name));
  const found = await rankPaths(names, { typed: beginning, count: COUNT, signal });
  return found.map((name) => `${folder}${name}`);
}
