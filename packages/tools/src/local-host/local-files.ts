import { AgentError } from '@bowline/protocol';
import { randomUUID } from 'node:crypto';
import { lstat, mkdir, open, readdir, readFile, readlink, realpath, rename, rm, stat } from 'node:fs/promises';
import { basename, dirname, join, resolve } from 'node:path';
import type { FileInfo, HostFiles } from '../tool-host.ts';

const MAX_LINKS = 40;

/** The files of this machine. */
export const localFiles: HostFiles = {
  info: async (path) => {
    const found = await orMissing('look at', path, stat(path));
    if (found === undefined) return undefined;
    const { size, mode, mtimeMs } = found;
    return { kind: toKind(found), size, mode: mode & 0o7777, modifiedMs: mtimeMs };
  },
  read: (path) => orMissing('read', path, readFile(path)),
  write: async (path, data, options = {}) => {
    try {
      await replaceFile(path, data, options.mode);
    } catch (thrown) {
      throw toAgentError('write', path, thrown);
    }
  },
  list: async (path) => {
    const entries = await orMissing('list', path, readdir(path, { withFileTypes: true }));
    return entries?.map((entry) => ({ name: entry.name, kind: toKind(entry) }));
  },
  realPath: (path) => followLinks(path, MAX_LINKS),
};

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
  return new AgentError('INTERNAL', `cannot ${verb} ${path}: ${code}`, { details: { errno: code }, cause: thrown });
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
  // A link to what is not there yet: writing to it would make the file there, not here.
  const isLink = await lstat(real).then(
    (found) => found.isSymbolicLink(),
    () => false,
  );
  return isLink ? followLinks(resolve(realParent, await readlink(real)), links - 1) : real;
}

/** In a file beside it, forced to disk, and only then under its name. */
async function replaceFile(path: string, data: Uint8Array, mode: number | undefined): Promise<void> {
  const target = await followLinks(path, MAX_LINKS);
  const folder = dirname(target);
  await mkdir(folder, { recursive: true });
  const before = await stat(target).catch(() => undefined);
  const temporary = join(folder, `.bowline-${randomUUID()}.tmp`);
  try {
    const file = await open(temporary, 'wx', 0o600);
    try {
      await file.writeFile(data);
      if (before !== undefined) await keepOwner(file, before);
      await file.chmod(mode ?? (before === undefined ? 0o644 : before.mode & 0o7777));
      await file.sync();
    } finally {
      await file.close();
    }
    await rename(temporary, target);
  } catch (thrown) {
    await rm(temporary, { force: true });
    throw thrown;
  }
  const parent = await open(folder, 'r');
  await parent.sync().finally(() => parent.close());
}

async function keepOwner(
  file: { stat(): Promise<{ uid: number; gid: number }>; chown(uid: number, gid: number): Promise<void> },
  before: { readonly uid: number; readonly gid: number },
): Promise<void> {
  const { uid, gid } = await file.stat();
  if (uid === before.uid && gid === before.gid) return;
  // Only root may give a file away; for others it stays theirs.
  await file.chown(before.uid, before.gid).catch(() => undefined);
}
