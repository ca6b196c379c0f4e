import { readdir } from 'node:fs/promises';
import { join, posix } from 'node:path';
import { rankPaths } from './rank-paths.ts';

/** Where paths are completed. */
export interface CompletionPlaces {
  readonly workspace: string;
  readonly home: string;
  /** Files of the workspace that no ignore file names, as they are found. */
  readonly list: (signal: AbortSignal) => AsyncIterable<string>;
  readonly now: () => number;
}

/** Enough to choose from. */
const COUNT = 50;
/** Who types waits no longer than this; what was found by then is offered, and the search goes on behind it. */
const PATIENCE_MS = 250;
/** A list is made anew after so long; until then who types on gets the old one. */
const FRESH_MS = 5000;
/** No list grows without end. */
const MAX_PATHS = 200_000;

/** Files and folders that a typed beginning may mean, best first. */
export type CompletePath = (typed: string, signal: AbortSignal) => Promise<readonly string[]>;

/** Completes paths from a list of the workspace that is kept for a while; a path out of it is looked up in its folder. */
export function createPathCompletion(places: CompletionPlaces): CompletePath {
  let listing: Listing | undefined;
  return async (typed, signal) => {
    if (isOutside(typed)) return await completeOutside(typed, places);
    if (listing === undefined || (listing.isDone && places.now() - listing.at > FRESH_MS))
      listing = beginListing(places, listing?.paths);
    await withPatience(listing.done, signal);
    return signal.aborted ? [] : rankPaths(listing.isDone ? listing.paths : listing.best(), typed, COUNT);
  };
}

interface Listing {
  readonly at: number;
  readonly paths: Set<string>;
  /** The one before it, until this one is whole. */
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
  // A folder that cannot be listed offers what was found in it.
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

/** What lies in the folder that is typed, as it is typed. */
async function completeOutside(typed: string, { workspace, home }: CompletionPlaces): Promise<readonly string[]> {
  const cut = typed.lastIndexOf('/') + 1;
  const folder = typed.slice(0, cut);
  const beginning = typed.slice(cut);
  const real = folder.startsWith('~/') ? join(home, folder.slice(2)) : posix.resolve(workspace, folder);
  const entries = await readdir(real, { withFileTypes: true }).catch(() => []);
  const names = entries.map((entry) => (entry.isDirectory() ? `${entry.name}/` : entry.name));
  return rankPaths(names, beginning, COUNT).map((name) => `${folder}${name}`);
}
