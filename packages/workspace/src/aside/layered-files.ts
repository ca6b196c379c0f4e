import { AgentError } from '@bowline/protocol';
import { isWithin } from '@bowline/protocol/plain';
import { lstatSync, readlinkSync } from 'node:fs';
import { basename, dirname, join, relative, resolve } from 'node:path';
import { explainHidden } from '../files/explain-hidden.ts';
import type { HiddenFiles } from '../ignore/hidden-files.ts';
import { parentsOf, toDiskPath, toKey } from '../snapshots/file-key.ts';
import type { FileState, MaybeState } from '../snapshots/file-state.ts';
import type { FileInfo, WorkspaceFiles } from '../workspace.ts';
import type { PendingEntry, PendingFiles } from './pending-files.ts';

/** Contents by hash, and what the folder has at a path. */
export interface LayerContents {
  /** Stores a content and returns its hash. Null if it cannot be stored. */
  readonly keep: (data: Uint8Array) => Promise<string | null>;
  readonly read: (hash: string) => Promise<Uint8Array | null>;
  /** What is at an absolute path of the folder. Undefined if it cannot be kept. */
  readonly stateOf: (path: string) => Promise<MaybeState | undefined>;
}

/** What layered files are made of. */
export interface LayeredFilesParts {
  readonly root: string;
  readonly base: WorkspaceFiles;
  readonly pending: PendingFiles;
  readonly contents: LayerContents;
  readonly hidden: Pick<HiddenFiles, 'look'>;
}

const MAX_LINKS = 40;
const FOLDER_MODE = 0o755;
const FILE_MODE = 0o644;

/** Files as they would be with pending changes. A write is added to these, and changes nothing in the folder. */
export function createLayeredFiles(parts: LayeredFilesParts): WorkspaceFiles {
  const { base, contents } = parts;
  return {
    info: async (path) => {
      const entry = look(path, parts);
      if (entry.kind === 'below') return await base.info(path);
      return entry.kind === 'gone' ? undefined : toInfo(entry.state, entry.modifiedMs);
    },
    read: async (path) => {
      const entry = look(path, parts);
      if (entry.kind === 'below') return await base.read(path);
      if (entry.kind === 'gone' || entry.state.kind !== 'file') return undefined;
      requireShown(path, parts);
      return await readContent(entry.state.hash, path, contents);
    },
    write: (path, data, options = {}) => write({ path, data, mode: options.mode }, parts),
    list: (path) => list(path, parts),
    realPath: (path) => toReal(resolve(path), MAX_LINKS, parts),
  };
}

/** A stored content. Throws if it is not stored any more. */
export async function readContent(
  hash: string,
  path: string,
  { read }: Pick<LayerContents, 'read'>,
): Promise<Uint8Array> {
  const bytes = await read(hash);
  if (bytes !== null) return bytes;
  throw new AgentError('STORE_FAILED', `The pending content of ${path} is no longer stored`, {
    hint: 'Discard the pending changes and make them again',
  });
}

/** The key of a path below the root. Undefined for the root itself and outside of it. */
export function toKeyBelow(path: string, root: string): string | undefined {
  return path !== root && isWithin({ path, root }) ? toKey(Buffer.from(relative(root, path))) : undefined;
}

function look(path: string, { root, pending }: Pick<LayeredFilesParts, 'root' | 'pending'>): PendingEntry {
  const key = toKeyBelow(resolve(path), root);
  return key === undefined ? { kind: 'below' } : pending.find(key);
}

function toInfo(state: FileState, modifiedMs: number): FileInfo | undefined {
  if (state.kind === 'link') return undefined;
  return { kind: state.kind, size: state.kind === 'file' ? state.size : 0, mode: state.mode, modifiedMs };
}

function requireShown(path: string, { hidden }: Pick<LayeredFilesParts, 'hidden'>): void {
  const reason = hidden.look().reasonFor(resolve(path));
  if (reason === undefined) return;
  throw new AgentError('INTERNAL', explainHidden(path, reason), { details: { errno: 'EHIDDEN' } });
}

interface Write {
  readonly path: string;
  readonly data: Uint8Array;
  readonly mode: number | undefined;
}

async function write({ path, data, mode }: Write, parts: LayeredFilesParts): Promise<void> {
  const { root, pending, contents } = parts;
  const asked = resolve(path);
  const key = toKeyBelow(asked, root);
  if (key === undefined) throw cannot(path, 'it is outside the workspace');
  requireShown(asked, parts);
  const missing = await findMissingFolders(key, path, parts);
  const below = pending.find(key).kind === 'below' ? await contents.stateOf(asked) : null;
  if (below === undefined) throw cannot(path, 'what is there cannot be kept');
  const there = await layeredInfo(asked, parts);
  const hash = await contents.keep(data);
  if (hash === null) throw cannot(path, 'its content holds a key, or there is no room to keep it');
  for (const folder of missing) pending.put(folder, { kind: 'folder', mode: FOLDER_MODE }, null);
  const kept = mode ?? (there?.kind === 'file' ? there.mode : FILE_MODE);
  pending.put(key, { kind: 'file', hash, size: data.byteLength, mode: kept }, below);
}

/** The keys of folders above a path that have to be made, the topmost first. */
async function findMissingFolders(key: string, path: string, parts: LayeredFilesParts): Promise<readonly string[]> {
  const missing: string[] = [];
  for (const parent of [...parentsOf(key)].toReversed()) {
    const info = await layeredInfo(join(parts.root, parent), parts);
    if (info === undefined) missing.push(parent);
    else if (info.kind !== 'folder') throw cannot(path, `${parent} is not a folder`, 'ENOTDIR');
  }
  return missing;
}

async function layeredInfo(path: string, parts: LayeredFilesParts): Promise<FileInfo | undefined> {
  const entry = look(path, parts);
  if (entry.kind === 'below') return await parts.base.info(path);
  if (entry.kind === 'gone') return undefined;
  return toInfo(entry.state, entry.modifiedMs) ?? { kind: 'other', size: 0, mode: 0, modifiedMs: 0 };
}

function cannot(path: string, why: string, errno = 'EACCES'): AgentError {
  return new AgentError('INTERNAL', `Cannot write ${path} aside: ${why}`, { details: { errno } });
}

async function list(path: string, parts: LayeredFilesParts): ReturnType<WorkspaceFiles['list']> {
  const { root, base, pending } = parts;
  const asked = resolve(path);
  if (!isWithin({ path: asked, root })) return await base.list(path);
  const entry = look(asked, parts);
  if (entry.kind === 'gone' || (entry.kind === 'entry' && entry.state.kind !== 'folder')) return undefined;
  const below = await base.list(asked);
  if (below === undefined && entry.kind === 'below') return undefined;
  const key = asked === root ? '' : toKey(Buffer.from(relative(root, asked)));
  const toChild = (name: string): string => (key === '' ? name : `${key}/${name}`);
  const kept = (below ?? []).filter(({ name }) => pending.find(toChild(toKey(Buffer.from(name)))).kind === 'below');
  const added = pending.namesIn(key).flatMap((name) => {
    const child = pending.find(toChild(name));
    if (child.kind !== 'entry') return [];
    const kind: FileInfo['kind'] = child.state.kind === 'link' ? 'other' : child.state.kind;
    return [{ name: toText(name), kind }];
  });
  return [...kept, ...added];
}

/** Follows links as they would be. */
async function toReal(path: string, links: number, parts: LayeredFilesParts): Promise<string> {
  const { root, base } = parts;
  if (!isWithin({ path, root })) {
    const real = await base.realPath(path);
    return real !== path && isWithin({ path: real, root }) && links > 0 ? await toReal(real, links - 1, parts) : real;
  }
  const above = path === root ? root : await toReal(dirname(path), links, parts);
  if (path === root) return root;
  const here = join(above, basename(path));
  const target = isWithin({ path: here, root }) ? linkAt(here, parts) : undefined;
  if (target === undefined) return isWithin({ path: here, root }) ? here : await base.realPath(here);
  return links === 0 ? here : await toReal(resolve(above, target), links - 1, parts);
}

/** The target of a link, as it would be. */
function linkAt(path: string, parts: LayeredFilesParts): string | undefined {
  const entry = look(path, parts);
  if (entry.kind === 'gone') return undefined;
  if (entry.kind === 'entry') return entry.state.kind === 'link' ? toText(entry.state.target) : undefined;
  try {
    return lstatSync(path, { throwIfNoEntry: false })?.isSymbolicLink() === true ? readlinkSync(path) : undefined;
  } catch {
    // What cannot be looked at is not followed.
    return undefined;
  }
}

function toText(key: string): string {
  const path = toDiskPath(key);
  return typeof path === 'string' ? path : path.toString('utf8');
}
