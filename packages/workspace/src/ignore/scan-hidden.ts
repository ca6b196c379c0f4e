import { isWithin } from '@bowline/protocol/plain';
import { basename, join } from 'node:path';
import { kindAt, toReal } from '../disk/look.ts';
import { identify, type FolderListing, type FolderListings } from '../disk/folder-listings.ts';
import type { HidingLine, HidingRules } from './hiding-rules.ts';
import type { KeyRules, NamedEntries, NamedEntriesFinder } from './named-entries.ts';

/** What a scan needs. */
export interface ScanParts {
  /** Real paths, most important first. */
  readonly folders: readonly string[];
  readonly rules: HidingRules;
  /** Absent: keys are not searched for. */
  readonly keys: KeyRules | undefined;
  readonly mostEntries: number;
  readonly listings: FolderListings;
  readonly named: NamedEntriesFinder;
  readonly identities: WeakMap<FolderListing, ReadonlyMap<string, string>>;
}

/** Why an entry is hidden. */
export interface HiddenEntry {
  /** Null: its own name hides it. */
  readonly line: HidingLine | null;
  readonly isFolder: boolean;
  /** The hidden name, if this is another name of the same file. */
  readonly other?: string;
}

/** A hidden file with several names. */
export interface SharedFile {
  readonly line: HidingLine | null;
  readonly path: string;
  /** The number of its names, and which of them are hidden. */
  readonly names: number;
  readonly hidden: ReadonlySet<string>;
}

/** What is hidden in folders at one moment. */
export interface HiddenScan {
  readonly entries: ReadonlyMap<string, HiddenEntry>;
  /** Keyed by the file behind all its names. */
  readonly shared: ReadonlyMap<string, SharedFile>;
  /** Git folders of repositories. */
  readonly repositories: readonly string[];
  /** The search was incomplete. */
  readonly isPartial: boolean;
}

/** Searches folders for hidden files and for other names of them. */
export function scanHidden(parts: ScanParts): HiddenScan {
  const walk = new Walk(parts);
  walk.visit();
  walk.findLiterals();
  walk.enterHidden();
  walk.findOtherNames();
  parts.listings.prune();
  return walk;
}

/** Installed packages do not belong to the user and are too many to search, unless a rule mentions them. */
const INSTALLED = 'node_modules';

class Walk implements HiddenScan {
  readonly entries = new Map<string, HiddenEntry>();
  readonly shared = new Map<string, SharedFile>();
  readonly repositories: string[] = [];
  isPartial: boolean;
  readonly #parts: ScanParts;
  readonly #visible: { readonly folder: string; readonly listing: FolderListing }[] = [];
  #left: number;

  constructor(parts: ScanParts) {
    this.#parts = parts;
    this.#left = parts.mostEntries;
    this.isPartial = parts.rules.unreadable.length > 0;
  }

  /** Visits visible folders, nearest first. */
  visit(): void {
    const { folders, rules } = this.#parts;
    const seen = new Set<string>();
    const waiting: string[] = [];
    for (const folder of folders) {
      const line = rules.find(folder, true);
      if (line === undefined) waiting.push(folder);
      else this.entries.set(folder, { line, isFolder: true });
    }
    for (const folder of waiting) {
      const listing = seen.has(folder) ? undefined : this.#list(folder);
      seen.add(folder);
      if (listing === undefined) continue;
      this.#visible.push({ folder, listing });
      this.#hideNamed(folder, listing);
      if (isBareRepository(listing)) this.repositories.push(folder);
      for (const name of listing.folders) {
        // Avoids `join`, which would take longer than everything else here.
        const path = folder === '/' ? `/${name}` : `${folder}/${name}`;
        if (this.entries.has(path)) continue;
        // Hiding a part of it would break Git, and its history is readable anyway.
        if (name === '.git') this.repositories.push(path);
        else if (this.#isEntered(name)) waiting.push(path);
      }
    }
  }

  /** Finds paths that rules name literally, wherever they are. */
  findLiterals(): void {
    const { rules } = this.#parts;
    for (const { base, rules: lines } of rules.files) {
      for (const { glob } of lines.filter((rule) => !rule.isNegated && !/[*?[\]{}\\]/.test(rule.glob))) {
        const path = join(base, glob);
        const kind = kindAt(path);
        if (kind === undefined || this.entries.has(path)) continue;
        const line = rules.find(path, kind !== 'file');
        if (line === undefined) continue;
        if (kind === 'link') this.#hideTarget(path, line);
        else if (kind === 'folder') this.entries.set(path, { line, isFolder: true });
        else this.#hideFile(path, line);
      }
    }
  }

  /** Files in hidden folders may have names elsewhere. */
  enterHidden(): void {
    const waiting = [...this.entries].filter(([path, { isFolder }]) => isFolder && basename(path) !== INSTALLED);
    for (const [folder, { line }] of waiting) {
      const listing = this.#list(folder);
      if (listing === undefined) continue;
      for (const name of listing.files) this.#note(join(folder, name), line);
      for (const name of listing.folders.filter((each) => each !== INSTALLED && each !== '.git'))
        waiting.push([join(folder, name), { line, isFolder: true }]);
    }
  }

  findOtherNames(): void {
    if (![...this.shared.values()].some(({ names, hidden }) => hidden.size < names)) return;
    for (const { folder, listing } of this.#visible) {
      for (const [name, key] of identitiesIn(folder, listing, this.#parts.identities)) {
        const shared = this.shared.get(key);
        const path = join(folder, name);
        if (shared === undefined || shared.hidden.has(path)) continue;
        this.entries.set(path, { line: shared.line, isFolder: false, other: shared.path });
        this.shared.set(key, { ...shared, hidden: new Set([...shared.hidden, path]) });
      }
    }
  }

  #list(folder: string): FolderListing | undefined {
    const listing = this.#left > 0 ? this.#parts.listings.list(folder) : undefined;
    if (listing === undefined) this.isPartial = true;
    else this.#left -= listing.files.length + listing.folders.length + listing.links.length;
    return listing;
  }

  #isEntered(name: string): boolean {
    return name !== INSTALLED || this.#parts.rules.mentions(`${INSTALLED}/`);
  }

  #hideNamed(folder: string, listing: FolderListing): void {
    const { rules, named } = this.#parts;
    const byRules = named.byRules(folder, listing, rules);
    for (const { name, line } of byRules.folders) this.entries.set(join(folder, name), { line, isFolder: true });
    for (const { files, links } of [byRules, ...this.#findKeys(folder, listing)]) {
      for (const { name, line } of links) this.#hideTarget(join(folder, name), line);
      for (const { name, line } of files) this.#hideFile(join(folder, name), line);
    }
  }

  #findKeys(folder: string, listing: FolderListing): readonly Pick<NamedEntries, 'files' | 'links'>[] {
    const { keys, named } = this.#parts;
    if (keys === undefined) return [];
    const { files, links } = named.byNames(folder, listing, keys);
    const isKey = ({ name }: { readonly name: string }): boolean =>
      !keys.contents.decides(name) || keys.contents.holdsKey(join(folder, name), keys.isKeyName);
    return [{ files: files.filter(isKey), links: links.filter(isKey) }];
  }

  #hideFile(path: string, line: HidingLine | null): void {
    if (this.entries.has(path)) return;
    this.entries.set(path, { line, isFolder: false });
    this.#note(path, line);
  }

  /** Also hides the target of a hidden link, unless it is or contains a folder of the session. */
  #hideTarget(link: string, line: HidingLine | null): void {
    const { folders } = this.#parts;
    const target = toReal(link);
    if (target === undefined || this.entries.has(target)) return;
    if (
      !folders.some((folder) => isWithin({ path: target, root: folder })) ||
      folders.some((folder) => isWithin({ path: folder, root: target }))
    )
      return;
    const isFolder = kindAt(target) === 'folder';
    this.entries.set(target, { line, isFolder, other: link });
    if (!isFolder) this.#note(target, line);
  }

  /** Records a hidden file that has other names. */
  #note(path: string, line: HidingLine | null): void {
    const found = identify(path);
    // Node cannot represent every file name: such a file exists but cannot be passed to a sandbox.
    if (found === undefined) this.isPartial ||= path.includes('\u{FFFD}');
    else if (found.names > 1) {
      const known = this.shared.get(found.key) ?? { line, path, hidden: [] };
      this.shared.set(found.key, { ...known, names: found.names, hidden: new Set([...known.hidden, path]) });
    }
  }
}

/** A bare repository, or the bare part of another layout. */
function isBareRepository({ folders, files }: FolderListing): boolean {
  return folders.includes('objects') && files.includes('HEAD') && files.includes('config');
}

function identitiesIn(
  folder: string,
  listing: FolderListing,
  known: ScanParts['identities'],
): ReadonlyMap<string, string> {
  const before = known.get(listing);
  if (before !== undefined) return before;
  const found = new Map(
    listing.files.flatMap((name) => {
      const identity = identify(join(folder, name));
      return identity === undefined ? [] : [[name, identity.key] as const];
    }),
  );
  known.set(listing, found);
  return found;
}
