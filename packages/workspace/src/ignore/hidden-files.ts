import { dirname } from 'node:path';
import { findGitTop } from '../sandbox/linux/git-folders.ts';
import { isFolder, toReal } from '../sandbox/linux/look.ts';
import { FolderListings, identify, type FolderListing } from './folder-listings.ts';
import { HidingRulesReader, type HidingLine, type HidingRules } from './hiding-rules.ts';
import { KeyContents } from './key-contents.ts';
import { NamedEntriesFinder, type IsKeyName } from './named-entries.ts';
import { readTracked } from './read-tracked.ts';
import { scanHidden, type HiddenEntry, type HiddenScan } from './scan-hidden.ts';
import { findShownKeys } from './shown-keys.ts';

/** Where ignore files count. */
export interface HidingPlaces {
  /** The folders of the session, by their real paths. The top of a repository that one lies in counts too. */
  readonly folders: readonly string[];
  /** Above it no repository is looked for; without it none is. */
  readonly home?: string | undefined;
  /** `PATH` of commands. With it keys are looked for in what a sandbox shows besides: programs, toolchains, the system. */
  readonly path?: string | undefined;
}

/** How much is looked at, and by which clock. */
export interface HidingOptions {
  /** The maximum number of names to search. Default: 100,000. */
  readonly mostEntries?: number;
  readonly now?: () => number;
}

/** Why a path cannot be read. */
export interface HidingReason extends HidingLine {
  /** The name that the line hides, when the path is another name of the same file. */
  readonly other?: string | undefined;
}

/** What is hidden at one moment. */
export interface HiddenNow {
  /** Why a path cannot be read; undefined when it can. Links on the way are not followed. */
  readonly reasonFor: (path: string) => HidingReason | undefined;
}

/** What a sandbox has to hide. */
export interface FoundHidden {
  /** Files and folders; what lies in one of the folders is listed only when it has names elsewhere. */
  readonly paths: readonly string[];
  /** Folders that Git keeps repositories in, whose settings may hold logins; only where keys are looked for. */
  readonly repositories: readonly string[];
  /** Not everything was looked at: more may be named than is listed. */
  readonly isPartial: boolean;
}

/** Looking through more names would be felt before a first command. */
const MOST_ENTRIES = 100_000;
/** How long what links lead to is taken for known. */
const RECENT_MS = 1000;
/** The same of keys outside of the session's folders, which come when something is installed. */
const SHOWN_MS = 10_000;
/** Files in hidden folders that are listed for their names elsewhere. */
const MOST_SHARED = 1000;
/** Repositories whose settings are read before each command. */
const MOST_REPOSITORIES = 1000;

/**
 * What `.bowlineignore` and `.geminiignore` hide: no tool may read it, by any name. Files are looked at again each time,
 * folders and ignore files when they have changed.
 */
export class HiddenFiles {
  readonly #places: HidingPlaces;
  readonly #options: Required<HidingOptions>;
  readonly #reader: HidingRulesReader;
  readonly #listings: FolderListings;
  readonly #shown: FolderListings;
  readonly #contents: KeyContents;
  readonly #named = new NamedEntriesFinder();
  readonly #identities = new WeakMap<FolderListing, ReadonlyMap<string, string>>();
  #recent: { readonly scan: HiddenScan; readonly rules: HidingRules; readonly untilMs: number } | undefined;
  #recentShown: { readonly paths: readonly string[]; readonly untilMs: number } | undefined;

  constructor(places: HidingPlaces, { mostEntries = MOST_ENTRIES, now = Date.now }: HidingOptions = {}) {
    this.#places = places;
    this.#options = { mostEntries, now };
    this.#reader = new HidingRulesReader(now);
    this.#listings = new FolderListings(now);
    this.#shown = new FolderListings(now);
    this.#contents = new KeyContents(now);
  }

  /** What is hidden from tools. */
  look(): HiddenNow {
    const folders = this.#folders();
    const rules = this.#reader.read(folders);
    if (rules.isEmpty) return { reasonFor: () => undefined };
    let fresh: HiddenScan | undefined;
    const scan = (): HiddenScan => (fresh ??= this.#scan(folders, rules, undefined));
    return {
      reasonFor: (path) => {
        const line = rules.find(path, isFolder(path));
        if (line !== undefined) return line;
        const identity = identify(path);
        // Where links lead may be known from a moment ago; whether another name of this very file is hidden may not.
        const isShared = identity !== undefined && identity.names > 1;
        if (!isShared) return findLinked(path, this.#recentScan(rules) ?? scan());
        return findLinked(path, scan()) ?? findShared(identity.key, scan());
      },
    };
  }

  /** What is to be hidden from a command: what rules name and, where they are told, files that hold keys by their names and are not Git's. */
  find(isKeyName?: IsKeyName): FoundHidden {
    const folders = this.#folders();
    const rules = this.#reader.read(folders);
    if (rules.isEmpty && isKeyName === undefined) return { paths: [], repositories: [], isPartial: false };
    const { entries, shared, repositories, isPartial } = this.#scan(folders, rules, isKeyName);
    const isInside = (path: string): boolean =>
      [...foldersAbove(path)].some((folder) => entries.get(folder)?.isFolder === true);
    const tracked = isKeyName === undefined ? undefined : readTracked(folders);
    // What Git has of a file can be read in any case, and without the file Git would take it for changed.
    const isKept = ({ line, other }: HiddenEntry, path: string): boolean =>
      line === null && other === undefined && tracked?.has(path) === true;
    const paths = [...entries].flatMap(([path, entry]) => (isInside(path) || isKept(entry, path) ? [] : [path]));
    const elsewhere = [...shared.values()].filter(({ path, names, hidden }) => hidden.size < names && isInside(path));
    return {
      paths: [...paths, ...elsewhere.slice(0, MOST_SHARED).map(({ path }) => path), ...this.#findShown(isKeyName)],
      repositories: isKeyName === undefined ? [] : repositories.slice(0, MOST_REPOSITORIES),
      isPartial: isPartial || elsewhere.length > MOST_SHARED || repositories.length > MOST_REPOSITORIES,
    };
  }

  #scan(folders: readonly string[], rules: HidingRules, isKeyName: IsKeyName | undefined): HiddenScan {
    const scan = scanHidden({
      folders,
      rules,
      keys: isKeyName === undefined ? undefined : { isKeyName, contents: this.#contents },
      mostEntries: this.#options.mostEntries,
      listings: this.#listings,
      named: this.#named,
      identities: this.#identities,
    });
    if (isKeyName === undefined) this.#recent = { scan, rules, untilMs: this.#options.now() + RECENT_MS };
    return scan;
  }

  #findShown(isKeyName: IsKeyName | undefined): readonly string[] {
    const { home, path } = this.#places;
    const real = home === undefined ? undefined : toReal(home);
    if (isKeyName === undefined || real === undefined || path === undefined) return [];
    const now = this.#options.now();
    if (this.#recentShown !== undefined && now < this.#recentShown.untilMs) return this.#recentShown.paths;
    const keys = { isKeyName, contents: this.#contents };
    const paths = findShownKeys({ home: real, path, listings: this.#shown, named: this.#named, keys });
    this.#shown.prune();
    this.#recentShown = { paths, untilMs: now + SHOWN_MS };
    return paths;
  }

  #recentScan(rules: HidingRules): HiddenScan | undefined {
    const recent = this.#recent;
    return recent?.rules === rules && this.#options.now() < recent.untilMs ? recent.scan : undefined;
  }

  #folders(): readonly string[] {
    const { folders, home } = this.#places;
    const tops = home === undefined ? [] : folders.flatMap((folder) => findGitTop(folder, { below: home }) ?? []);
    return [...new Set([...folders, ...tops])];
  }
}

/** Why a path is hidden that no rule names: a hidden link leads to it or to a folder above it, or a scan saw its other name. */
function findLinked(path: string, { entries }: HiddenScan): HidingReason | undefined {
  for (const each of [path, ...foldersAbove(path)]) {
    const entry = entries.get(each);
    if (entry?.line) return { ...entry.line, other: entry.other };
  }
  return undefined;
}

function findShared(key: string, { shared }: HiddenScan): HidingReason | undefined {
  const file = shared.get(key);
  return file?.line ? { ...file.line, other: file.path } : undefined;
}

function* foldersAbove(path: string): Generator<string> {
  for (let folder = dirname(path); folder !== dirname(folder); folder = dirname(folder)) yield folder;
}
