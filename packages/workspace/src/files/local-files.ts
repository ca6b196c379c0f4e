import { AgentError } from '@bowline/protocol';
import { randomUUID } from 'node:crypto';
import type { HiddenFiles } from '../ignore/hidden-files.ts';
import { constants } from 'node:fs';
import { lstat, open, readdir, readlink, realpath, rename, rm } from 'node:fs/promises';
import { basename, dirname, join, resolve } from 'node:path';
import type { FileInfo, WorkspaceFiles } from '../workspace.ts';
import { explainHidden } from './explain-hidden.ts';
import { openFolder, type OpenFolder } from './open-folder.ts';

const MAX_LINKS = 40;
const { O_RDONLY, O_NOFOLLOW, O_NONBLOCK } = constants;

/**
 * Files on this machine. Tools resolve and check a path before they use it, so no link below the session's roots is
 * followed: a link that appears after the check leads nowhere. Elsewhere links are resolved once and not followed
 * again. Hidden files can be neither read nor written, but their existence is visible, which policy decisions need.
 */
export function createLocalFiles(roots: readonly string[], hidden: Pick<HiddenFiles, 'look'>): WorkspaceFiles {
  const requireShown = async (path: string): Promise<void> => {
    const reason = hidden.look().reasonFor((await place(path, roots)).real);
    if (reason === undefined) return;
    throw new AgentError('INTERNAL', explainHidden(path, reason), { details: { errno: 'EHIDDEN' } });
  };
  return {
    info: (path) => orMissing('look at', path, inFolderOf({ path, roots }, lookAt)),
    read: async (path) => {
      await requireShown(path);
      return await orMissing('read', path, inFolderOf({ path, roots }, readWhole));
    },
    write: async (path, data, options = {}) => {
      await requireShown(path);
      try {
        await inFolderOf({ path, roots, isMade: true }, (folder, name) =>
          replaceFile({ folder, name }, data, options.mode),
        );
      } catch (thrown) {
        throw toAgentError('write', path, thrown);
      }
    },
    list: (path) => orMissing('list', path, listFolder(path, roots)),
    realPath: (path) => followLinks(path, MAX_LINKS),
  };
}

interface Wanted {
  readonly path: string;
  readonly roots: readonly string[];
  /** Creates missing directories. */
  readonly isMade?: boolean;
}

/** Opens the parent directory of a path and uses it while it is open. */
async function inFolderOf<Found>(
  { path, roots, isMade = false }: Wanted,
  use: (folder: OpenFolder, name: string) => Promise<Found>,
): Promise<Found> {
  const { real, root } = await place(path, roots);
  // A root is inspected from the inside.
  if (real === root) return await using(await openFolder(real, { root, isMade }), (folder) => use(folder, '.'));
  return await using(await openFolder(dirname(real), { root, isMade }), (folder) => use(folder, basename(real)));
}

async function listFolder(path: string, roots: readonly string[]): ReturnType<WorkspaceFiles['list']> {
  const { real, root } = await place(path, roots);
  return await using(await openFolder(real, { root, isMade: false }), async (folder) => {
    const entries = await readdir(folder.at('.'), { withFileTypes: true });
    return entries.map((entry) => ({ name: entry.name, kind: toKind(entry) }));
  });
}

async function place(
  path: string,
  roots: readonly string[],
): Promise<{ readonly real: string; readonly root: string }> {
  const asked = resolve(path);
  const root = roots.find(
    (folder) => asked === folder || asked.startsWith(folder.endsWith('/') ? folder : `${folder}/`),
  );
  return root === undefined ? { real: await followLinks(asked, MAX_LINKS), root: '/' } : { real: asked, root };
}

async function using<Found>(folder: OpenFolder, use: (folder: OpenFolder) => Promise<Found>): Promise<Found> {
  try {
    const found = await use(folder);
    await folder.verify();
    return found;
  } finally {
    await folder.close();
  }
}

async function lookAt(folder: OpenFolder, name: string): Promise<FileInfo | undefined> {
  const found = await lstat(folder.at(name));
  if (found.isSymbolicLink()) return undefined;
  return { kind: toKind(found), size: found.size, mode: found.mode & 0o7777, modifiedMs: found.mtimeMs };
}

/** Treats pipes, which would block, and devices, which may be endless, as missing. */
async function readWhole(folder: OpenFolder, name: string): Promise<Uint8Array | undefined> {
  const file = await open(folder.at(name), O_RDONLY | O_NOFOLLOW | O_NONBLOCK);
  try {
    return toKind(await file.stat()) === 'other' ? undefined : await file.readFile();
  } finally {
    await file.close();
  }
}

function toKind(entry: { isFile(): boolean; isDirectory(): boolean }): FileInfo['kind'] {
  return entry.isFile() ? 'file' : entry.isDirectory() ? 'folder' : 'other';
}

const MISSING = new Set<unknown>(['ENOENT', 'ENOTDIR', 'ELOOP']);

async function orMissing<Found>(verb: string, path: string, work: Promise<Found>): Promise<Found | undefined> {
  try {
    return await work;
  } catch (thrown) {
    if (MISSING.has(codeOf(thrown))) return undefined;
    throw toAgentError(verb, path, thrown);
  }
}

function codeOf(thrown: unknown): string | undefined {
  return thrown instanceof Error && 'code' in thrown && typeof thrown.code === 'string' ? thrown.code : undefined;
}

function toAgentError(verb: string, path: string, thrown: unknown): AgentError {
  const code = codeOf(thrown) ?? 'unknown';
  return new AgentError('INTERNAL', `Cannot ${verb} ${path}: ${code}`, { details: { errno: code }, cause: thrown });
}

async function followLinks(path: string, links: number): Promise<string> {
  try {
    return await realpath(path);
  } catch (thrown) {
    if (!MISSING.has(codeOf(thrown)) || links === 0) return path;
  }
  const parent = dirname(path);
  if (parent === path) return path;
  const realParent = await followLinks(parent, links);
  const real = join(realParent, basename(path));
  // A link to a missing target: writing to it would create the file there, not here.
  const isLink = await lstat(real).then(
    (found) => found.isSymbolicLink(),
    () => false,
  );
  return isLink ? followLinks(resolve(realParent, await readlink(real)), links - 1) : real;
}

interface Target {
  readonly folder: OpenFolder;
  readonly name: string;
}

/** Writes to a temporary file, syncs it to disk, and renames it. */
async function replaceFile({ folder, name }: Target, data: Uint8Array, mode: number | undefined): Promise<void> {
  const target = folder.at(name);
  const before = await lstat(target).catch(() => undefined);
  if (before?.isSymbolicLink() === true)
    throw Object.assign(new Error('a link has taken its place'), { code: 'ELOOP' });
  const temporary = folder.at(`.bowline-${randomUUID()}.tmp`);
  try {
    const file = await open(temporary, 'wx', 0o600);
    try {
      await folder.verify();
      await file.writeFile(data);
      if (before !== undefined) await keepOwner(file, before);
      await file.chmod(mode ?? (before === undefined ? 0o644 : before.mode & 0o7777));
      await file.sync();
    } finally {
      await file.close();
    }
    await folder.verify();
    await rename(temporary, target);
  } catch (thrown) {
    await rm(temporary, { force: true });
    throw thrown;
  }
  const parent = await open(folder.at('.'), 'r');
  await parent.sync().finally(() => parent.close());
}

async function keepOwner(
  file: { stat(): Promise<{ uid: number; gid: number }>; chown(uid: number, gid: number): Promise<void> },
  before: { readonly uid: number; readonly gid: number },
): Promise<void> {
  const { uid, gid } = await file.stat();
  if (uid === before.uid && gid === before.gid) return;
  // Only root can change the owner of a file.
  await file.chown(before.uid, before.gid).catch(() => undefined);
}
