import { isWithin } from '@bowline/protocol/plain';
import { join } from 'node:path';
import { TOOLCHAINS } from '../sandbox/known-places.ts';
import { isReadable, kindAt, toReal } from '../disk/look.ts';
import { MACHINE_KEYS } from '../sandbox/linux/system-mounts.ts';
import type { FolderListing, FolderListings } from '../disk/folder-listings.ts';
import type { KeyRules, NamedEntriesFinder } from './named-entries.ts';

/** A folder that a sandbox shows besides those of the session, and how much of it to search. */
interface ShownFolder {
  readonly folder: string;
  readonly deepest: number;
  readonly mostEntries: number;
}

/** What searching for keys in shown folders needs. */
export interface ShownKeysParts {
  readonly home: string;
  /** Program folders, in the format of `PATH`. */
  readonly path: string;
  readonly listings: FolderListings;
  readonly named: NamedEntriesFinder;
  readonly keys: KeyRules;
}

const SYSTEM: readonly ShownFolder[] = [
  { folder: '/etc', deepest: 4, mostEntries: 3000 },
  { folder: '/opt', deepest: 5, mostEntries: 3000 },
  { folder: '/usr/local/etc', deepest: 3, mostEntries: 1000 },
];

/** Installed packages, which are large and do not belong to the user. */
const INSTALLED = new Set(
  'node_modules lib lib64 libexec include share src doc docs man test tests testdata fixtures site-packages mod toolchains .git'.split(
    ' ',
  ),
);
/** Public certificates, in hundreds of files. */
const SKIPPED = new Set(['/etc/ssl/certs', '/etc/ca-certificates', '/etc/alternatives', ...MACHINE_KEYS]);
/** The cost of a folder in entries: checking whether it has changed takes as long as reading this many names. */
const FOLDER_ENTRIES = 10;
/** Limited, because each costs a mount. */
const MOST_FOUND = 200;

/** Finds keys in toolchains, program folders and system folders, near their top, where users may have put some. */
export function findShownKeys(parts: ShownKeysParts): readonly string[] {
  const found = new Set<string>();
  for (const shown of toShown(parts)) for (const path of findIn(shown, parts)) found.add(path);
  return [...found].filter((path) => !SKIPPED.has(path) && isReadable(path)).slice(0, MOST_FOUND);
}

function toShown({ home, path }: Pick<ShownKeysParts, 'home' | 'path'>): readonly ShownFolder[] {
  const isSystem = (folder: string): boolean =>
    ['/usr', '/bin', '/sbin', '/opt', '/etc'].some((each) => isWithin({ path: folder, root: each }));
  const programs = path
    .split(':')
    .filter((folder) => folder.startsWith('/') && !isSystem(folder) && !isWithin({ path: home, root: folder }));
  return [
    ...TOOLCHAINS.map((name) => ({ folder: join(home, name), deepest: 5, mostEntries: 1000 })),
    ...programs.map((folder) => ({ folder, deepest: 1, mostEntries: 1000 })),
    ...SYSTEM,
  ];
}

/** Searches the nearest folders first. Returns paths under the shown folder, which may be a link. */
function findIn({ folder, deepest, mostEntries }: ShownFolder, parts: ShownKeysParts): readonly string[] {
  const top = kindAt(folder) === undefined ? undefined : toReal(folder);
  if (top === undefined) return [];
  const found: string[] = [];
  const toSpelled = (real: string): string => folder + real.slice(top.length);
  let left = mostEntries;
  let level = [top];
  for (let depth = 0; depth <= deepest && left > 0; depth += 1) {
    const below: string[] = [];
    for (const real of level) {
      const listing = left > 0 ? parts.listings.list(real) : undefined;
      if (listing === undefined) continue;
      left -= FOLDER_ENTRIES + listing.files.length + listing.links.length + listing.folders.length;
      const keys = findKeys({ real, spelled: toSpelled(real), listing }, parts);
      found.push(...keys.flatMap((path) => (isWithin({ path, root: top }) ? [toSpelled(path)] : [])));
      below.push(...listing.folders.filter((name) => !INSTALLED.has(name)).map((name) => `${real}/${name}`));
    }
    level = below.filter((path) => !SKIPPED.has(path));
  }
  return found;
}

/** The real paths of keys in a folder. */
function findKeys(
  { real, spelled, listing }: { readonly real: string; readonly spelled: string; readonly listing: FolderListing },
  { named, keys }: ShownKeysParts,
): readonly string[] {
  const { files, links } = named.byNames(spelled, listing, keys);
  const isKey = (name: string): boolean =>
    !keys.contents.decides(name) || keys.contents.holdsKey(`${real}/${name}`, keys.isKeyName);
  return [
    ...files.flatMap(({ name }) => (isKey(name) ? [`${real}/${name}`] : [])),
    ...links.flatMap(({ name }) => (isKey(name) ? (toReal(`${real}/${name}`) ?? []) : [])),
  ];
}
