import type { ListedObject, ObjectStore } from '../objects/object-store.ts';
import { ChunkStore, GRACE_MS, toChunkKey } from './chunk-store.ts';
import { chunksOf, readListing } from './save-listing.ts';

/** Which saves to keep. */
export interface CollectOptions {
  /** How many saves of each owner are kept. Younger ones than a day are kept in any case. Default: 20. */
  readonly keep?: number;
  /** Older saves are not kept, apart from the newest of each owner. Default: 30 days. */
  readonly maxAgeMs?: number;
  readonly now?: number;
}

/** What was removed. */
export interface Collected {
  readonly saves: number;
  readonly chunks: number;
  readonly bytes: number;
}

const KEEP = 20;
const MAX_AGE_MS = 30 * 24 * 60 * 60 * 1000;

/**
 * Removes old saves, and pieces that are in no save. Several machines may do this at once, also while others save: what
 * was written within a day stays, and a save writes older pieces again before it relies on them.
 */
export async function collectSaves(store: ObjectStore, options: CollectOptions = {}): Promise<Collected> {
  const { now = Date.now() } = options;
  const { kept, old } = choose(await all(store.list('saves/')), options);
  const used = new Set<string>();
  for (const { key } of kept) for (const chunk of await chunksIn(store, key)) used.add(toChunkKey(chunk));
  for (const { key } of old) await store.remove(key);
  const unused: ListedObject[] = [];
  for (const chunk of await all(store.list('chunks/')))
    if (!used.has(chunk.key) && now - chunk.at >= GRACE_MS) unused.push(chunk);
  for (const { key } of unused) await store.remove(key);
  const bytes = [...old, ...unused].reduce((sum, object) => sum + object.bytes, 0);
  return { saves: old.length, chunks: unused.length, bytes };
}

function choose(
  saves: readonly ListedObject[],
  { keep = KEEP, maxAgeMs = MAX_AGE_MS, now = Date.now() }: CollectOptions,
): { readonly kept: readonly ListedObject[]; readonly old: readonly ListedObject[] } {
  const [kept, old]: [ListedObject[], ListedObject[]] = [[], []];
  for (const own of Map.groupBy(saves, ({ key }) => key.split('/')[1] ?? '').values())
    for (const [at, save] of own.toSorted((a, b) => b.at - a.at).entries()) {
      const age = now - save.at;
      const isKept = at === 0 || (age < maxAgeMs && (at < keep || age < GRACE_MS));
      (isKept ? kept : old).push(save);
    }
  return { kept, old };
}

/** The pieces of a save and of its listing. An error stops the collection: nothing is removed in doubt. */
async function chunksIn(store: ObjectStore, key: string): Promise<readonly string[]> {
  const name = key.slice('saves/'.length);
  const listing = await readListing(name, { store, chunks: new ChunkStore(store) });
  return listing === undefined ? [] : [...listing.pieces, ...listing.entries.flatMap(chunksOf)];
}

async function all(objects: AsyncIterable<ListedObject>): Promise<ListedObject[]> {
  const found: ListedObject[] = [];
  for await (const object of objects) found.push(object);
  return found;
}
