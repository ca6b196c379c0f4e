import { readGitIndex } from '../sandbox/linux/read-git-index.ts';
import { dirname, join } from 'node:path';
import { findGitTop, findGitFolders } from '../sandbox/linux/git-folders.ts';
import { isFolder, toReal } from '../disk/look.ts';
import { FolderListings, identify, type FolderListing } from '../disk/folder-listings.ts';
import { HidingRulesReader, type HidingLine, type HidingRules } from './hiding-rules.ts';
import { KeyContents } from './key-contents.ts';
import { NamedEntriesFinder, type IsKeyName } from './named-entries.ts';
import { scanHidden, type HiddenEntry, type HiddenScan } from './scan-hidden.ts';
import { findShownKeys } from './shown-keys.ts';

/** Where ignore files apply. */
export interface HidingPlaces {
  /** The real paths of the session's folders. The top of a repository that contains one is included. */
  readonly folders: readonly string[];
  /** Repositories above it are not searched for. Absent: none is. */
  readonly home?: string | undefined;
  /**
   * PATH of commands. If set, keys are also searched in other folders that a sandbox shows: programs, toolchains, the
   * system.
   */
  readonly path?: string | undefined;
}

/** Limits of the search, and the clock. */
export interface HidingOptions {
  /** The maximum number of names to search. Default: 100,000. */
  readonly mostEntries?: number;
  readonly now?: () => number;
}

/** Why a path is hidden. */
export interface HidingReason extends HidingLine {
  /** The hidden name, if the path is another name of the same file. */
  readonly other?: string | undefined;
}

/** What is hidden at one moment. */
export interface HiddenNow {
  /** Why a path is hidden, or undefined if it is not. Does not follow links. */
  readonly reasonFor: (path: string) => HidingReason | undefined;
}

/** What a sandbox must hide. */
export interface FoundHidden {
  /** Files and folders. Files inside a listed folder are included only if they have names elsewhere. */
  readonly paths: readonly string[];
  /** Git folders, whose settings may contain credentials. Only if keys are searched for. */
  readonly repositories: readonly string[];
  /** The search was incomplete, so there may be more. */
  readonly isPartial: boolean;
}

/** Searching more names would noticeably delay the first command. */
const MOST_ENTRIES = 100_000;
/** How long the targets of links are cached. */
const RECENT_MS = 1000;
/** How long keys outside the session's folders are cached. They change when something is installed. */
const SHOWN_MS = 10_000;
/** Maximum number of listed files in hidden folders that have names elsewhere. */
const MOST_SHARED = 1000;
/** Maximum number of repositories, whose settings are read before each command. */
const MOST_REPOSITORIES = 1000;

/**
 * What `.bowlineignore` and `.geminiignore` hide: no tool may read it under any name. Files are checked each time,
 * folders and ignore files if they have changed.
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
        // The targets of links may come from the cache, but whether another name of this file is hidden must be
        // current.
        const isShared = identity !== undefined && identity.names > 1;
        if (!isShared) return findLinked(path, this.#recentScan(rules) ?? scan());
        return findLinked(path, scan()) ?? findShared(identity.key, scan());
      },
    };
  }

  /**
   * What to hide from a command: paths that rules match and, if `isKeyName` is given, files whose names indicate keys
   * and that Git does not track.
   */
  find(isKeyName?: IsKeyName): FoundHidden {
    const folders = this.#folders();
    const rules = this.#reader.read(folders);
    if (rules.isEmpty && isKeyName === undefined) return { paths: [], repositories: [], isPartial: false };
    const { entries, shared, repositories, isPartial } = this.#scan(folders, rules, isKeyName);
    const isInside = (path: string): boolean =>
      [...foldersAbove(path)].some((folder) => entries.get(folder)?.isFolder === true);
    const tracked = isKeyName === undefined ? undefined : readTracked(folders);
    // A tracked file is readable through Git anyway, and hiding it would make it look changed.
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

/**
 * Why a path is hidden that no rule matches: it is the target of a hidden link or inside one, or another name of a
 * hidden file.
 */
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

/** The files that Git tracks in folders that are the top of a repository. */
function readTracked(folders: readonly string[]): ReadonlySet<string> {
  return new Set(
    folders.flatMap((top) => {
      const git = findGitFolders(top);
      return git === undefined ? [] : readGitIndex(git.own).map(({ path }) => join(top, path));
    }),
  );
}
