import { hash } from 'node:crypto';
import { AgentError, fileStateSchema } from '@bowline/protocol';
import * as z from 'zod';
import type { ObjectStore } from '../objects/object-store.ts';
import { toDiskPath, toKey } from '../snapshots/file-key.ts';
import type { FileState, LeftOut } from '../snapshots/file-state.ts';
import type { ChunkStore } from './chunk-store.ts';

/** A path of a save. */
export interface SavedEntry {
  readonly path: string;
  readonly state: FileState;
  /** The pieces of a file. Absent if it is one piece, which then has the hash of the file, or if it is empty. */
  readonly chunks?: readonly string[] | undefined;
}

/** The files of a workspace at one moment. */
export interface SaveListing {
  /** Ordered by path. */
  readonly entries: readonly SavedEntry[];
  readonly leftOut: readonly LeftOut[];
}

const HASH = /^[0-9a-f]{64}$/;
const GROUP = /^[0-9a-f]{32}$/;
const MAX_ROOT_BYTES = 4 * 1024 * 1024;

const hashSchema = z.string().regex(HASH);
/** The object that a save is named after: where its listing is. */
const rootSchema = z.object({
  format: z.literal(1),
  hash: hashSchema,
  chunks: z.array(hashSchema),
});
const entrySchema = z.object({
  path: z.string().refine(isInside),
  state: fileStateSchema,
  chunks: z.array(hashSchema).optional(),
});
const leftOutSchema = z.object({
  path: z.string(),
  reason: z.enum([
    ...['git', 'generated', 'too-large', 'special', 'unreadable'],
    ...['changing', 'secret', 'store-full', 'too-many'],
  ] as [LeftOut['reason'], ...LeftOut['reason'][]]),
});

/** The saves of one owner: a session. */
export function toSaveGroup(owner: string): string {
  return hash('sha256', owner, 'hex').slice(0, 32);
}

/** The key of a save. Throws for a text that is no name of one. */
export function toSaveKey(name: string): string {
  const [group = '', root = '', ...more] = name.split('/');
  if (GROUP.test(group) && HASH.test(root) && more.length === 0) return `saves/${name}`;
  throw new AgentError('STORE_FAILED', `Not the name of saved files: ${name}`);
}

/** The pieces of an entry. */
export function chunksOf({ state, chunks }: SavedEntry): readonly string[] {
  if (state.kind !== 'file' || state.size === 0) return [];
  return chunks ?? [state.hash];
}

/** Stores a listing, when everything in it is stored. Resolves to its name and its own pieces. */
export async function writeListing(
  { entries, leftOut }: SaveListing,
  { store, chunks, group }: { readonly store: ObjectStore; readonly chunks: ChunkStore; readonly group: string },
): Promise<{ readonly name: string; readonly pieces: readonly string[] }> {
  const lines = [...entries, ...leftOut].map((line) => `${JSON.stringify(line)}\n`);
  const bytes = Buffer.from(lines.join(''));
  const pieces = await chunks.put(bytes);
  await chunks.flush();
  const root = Buffer.from(JSON.stringify({ format: 1, hash: hash('sha256', bytes, 'hex'), chunks: pieces }));
  const name = `${group}/${hash('sha256', root, 'hex')}`;
  await store.put(toSaveKey(name), root);
  return { name, pieces };
}

/** A stored listing and its own pieces. Undefined if it is no longer stored. */
export async function readListing(
  name: string,
  { store, chunks }: { readonly store: ObjectStore; readonly chunks: ChunkStore },
): Promise<(SaveListing & { readonly pieces: readonly string[] }) | undefined> {
  const key = toSaveKey(name);
  const bytes = await store.get(key, MAX_ROOT_BYTES);
  if (bytes === undefined) return undefined;
  if (hash('sha256', bytes, 'hex') !== name.split('/')[1])
    throw new AgentError('STORE_FAILED', `The list of saved files is damaged: ${name}`);
  const root = parse(rootSchema, Buffer.from(bytes).toString('utf8'));
  const text = Buffer.from(await chunks.get(root)).toString('utf8');
  const [entries, leftOut]: [SavedEntry[], LeftOut[]] = [[], []];
  for (const line of text.split('\n').filter(Boolean))
    if (line.includes('"state":')) entries.push(parse(entrySchema, line));
    else leftOut.push(parse(leftOutSchema, line));
  return { entries, leftOut, pieces: root.chunks };
}

function parse<Result>(schema: z.ZodType<Result>, text: string): Result {
  try {
    return schema.parse(JSON.parse(text));
  } catch (thrown) {
    throw new AgentError('STORE_FAILED', 'The list of saved files is damaged', { cause: thrown });
  }
}

/** Listings come from elsewhere: none of their paths leads out of the folder. */
function isInside(path: string): boolean {
  const names = path.split('/');
  if (names.some((name) => name === '' || name === '.' || name === '..' || name.includes('\0'))) return false;
  return toKey(Buffer.from(toDiskPath(path))) === path;
}
