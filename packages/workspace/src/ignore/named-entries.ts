import { join } from 'node:path';
import type { FolderListing } from '../disk/folder-listings.ts';
import type { HidingLine, HidingRules } from './hiding-rules.ts';
import type { KeyContents } from './key-contents.ts';

/** Whether a file name indicates keys. */
export type IsKeyName = (path: string) => boolean;

/** How to find files that contain keys. */
export interface KeyRules {
  readonly isKeyName: IsKeyName;
  readonly contents: KeyContents;
}

/** An entry of a folder, and the line that matches it. Null: its own name hides it. */
export interface NamedEntry {
  readonly name: string;
  readonly line: HidingLine | null;
}

/** The hidden entries of a folder. */
export interface NamedEntries {
  readonly files: readonly NamedEntry[];
  readonly folders: readonly NamedEntry[];
  readonly links: readonly NamedEntry[];
}

/**
 * Finds hidden entries in folders. Repeats the search only if the folder, the rules or the test for names has changed.
 */
export class NamedEntriesFinder {
  readonly #byRules = new WeakMap<FolderListing, { readonly rules: HidingRules; readonly named: NamedEntries }>();
  readonly #byNames = new WeakMap<FolderListing, { readonly isKeyName: IsKeyName; readonly named: NamedEntries }>();

  byRules(folder: string, listing: FolderListing, rules: HidingRules): NamedEntries {
    const known = this.#byRules.get(listing);
    if (known?.rules === rules) return known.named;
    const find = (names: readonly string[], isFolder: boolean): readonly NamedEntry[] =>
      names.flatMap((name) => {
        const line = rules.findAt(join(folder, name), isFolder);
        return line === undefined ? [] : [{ name, line }];
      });
    const named = {
      files: find(listing.files, false),
      folders: find(listing.folders, true),
      // A rule for folders also applies to a link to one.
      links: find(listing.links, true),
    };
    this.#byRules.set(listing, { rules, named });
    return named;
  }

  /**
   * Files that may contain keys; their contents are checked later. Only files: a folder named like a key, such as a
   * Python environment, contains many other things.
   */
  byNames(folder: string, listing: FolderListing, { isKeyName, contents }: KeyRules): NamedEntries {
    const known = this.#byNames.get(listing);
    if (known?.isKeyName === isKeyName) return known.named;
    const find = (names: readonly string[]): readonly NamedEntry[] =>
      names
        .filter((name) => contents.decides(name) || isKeyName(join(folder, name)))
        .map((name) => ({ name, line: null }));
    const named = { files: find(listing.files), folders: [], links: find(listing.links) };
    this.#byNames.set(listing, { isKeyName, named });
    return named;
  }
}
