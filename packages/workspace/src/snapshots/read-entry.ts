import { hash } from 'node:crypto';
import { closeSync, constants, fstatSync, lstatSync, openSync, readFileSync, readlinkSync } from 'node:fs';
import type { BigIntStats } from 'node:fs';
import { isMissing } from '../disk/stamp.ts';
import { toKey } from './file-key.ts';
import type { LeftOutReason, Seen } from './file-state.ts';
import { errnoOf, isDenied } from './in-folder.ts';

/** What was read at a path. */
export interface ReadEntry {
  readonly seen: Seen;
  /** The content of a file. */
  readonly bytes?: Buffer;
  /** Identifies the version that was read. Empty if an equal stamp would prove nothing. */
  readonly stamp: string;
  /** Identifies a file that has several names. */
  readonly shared?: string;
}

/** Larger files are named and not stored. */
export const MAX_FILE_BYTES = 20 * 1024 * 1024;
/** Older kernels advance file times in steps of up to 10 ms: a second change within one step leaves no trace. */
const FRESH_MS = 20;
const READS = 4;
const MISSING: ReadEntry = { seen: null, stamp: '' };
const { O_RDONLY, O_NOFOLLOW, O_NONBLOCK } = constants;

/** Inspects a path without following a link. Undefined if nothing is there. */
export function statEntry(path: string | Buffer): BigIntStats | undefined {
  try {
    return lstatSync(path, { bigint: true, throwIfNoEntry: false });
  } catch (thrown) {
    if (isMissing(thrown)) return undefined;
    throw thrown;
  }
}

/**
 * Everything that changes with a file. The modification time alone can be set back, the change time cannot, and a file
 * that was replaced has another inode.
 */
export function toStamp({ dev, ino, size, mtimeNs, ctimeNs, mode }: BigIntStats): string {
  return `${dev}.${ino}.${size}.${mtimeNs}.${ctimeNs}.${mode}`;
}

/** Reads what is at a path, which may have been inspected just before. A file that changes meanwhile is read again. */
export function readEntry(path: string | Buffer, maxBytes: number, inspected?: BigIntStats): ReadEntry {
  for (let left = READS; left > 0; left -= 1) {
    try {
      const stats = left === READS && inspected !== undefined ? inspected : statEntry(path);
      const entry = stats === undefined ? MISSING : readKind(path, stats, maxBytes);
      if (entry !== undefined) return entry;
    } catch (thrown) {
      // EINVAL and ELOOP: another kind of file took its place.
      if (isDenied(thrown)) return unseen('unreadable');
      if (!['ENOENT', 'ENOTDIR', 'ELOOP', 'EINVAL', 'ENXIO'].includes(errnoOf(thrown) ?? '')) throw thrown;
    }
  }
  return unseen('changing');
}

function readKind(path: string | Buffer, stats: BigIntStats, maxBytes: number): ReadEntry | undefined {
  const mode = toMode(stats);
  if (stats.isDirectory()) return { seen: { kind: 'folder', mode }, stamp: '' };
  const stamp = toLastingStamp(stats);
  if (stats.isSymbolicLink()) return { seen: { kind: 'link', target: toKey(readlinkSync(path, 'buffer')) }, stamp };
  if (!stats.isFile()) return unseen('special');
  if (stats.size > BigInt(maxBytes)) return unseen('too-large');
  const bytes = readUnchanged(path, stats);
  if (bytes === undefined) return undefined;
  const seen = { kind: 'file', hash: hash('sha256', bytes, 'hex'), size: bytes.length, mode } as const;
  return { seen, bytes, stamp, ...(stats.nlink > 1n ? { shared: `${stats.dev}:${stats.ino}` } : {}) };
}

/** The content, or undefined if the file is no longer the one that was inspected. */
function readUnchanged(path: string | Buffer, stats: BigIntStats): Buffer | undefined {
  const file = openSync(path, O_RDONLY | O_NOFOLLOW | O_NONBLOCK);
  try {
    if (toStamp(fstatSync(file, { bigint: true })) !== toStamp(stats)) return undefined;
    const bytes = readFileSync(file);
    return toStamp(fstatSync(file, { bigint: true })) === toStamp(stats) ? bytes : undefined;
  } finally {
    closeSync(file);
  }
}

function toLastingStamp(stats: BigIntStats): string {
  return Date.now() - Number(stats.ctimeNs / 1_000_000n) < FRESH_MS ? '' : toStamp(stats);
}

function toMode({ mode }: BigIntStats): number {
  return Number(mode & 0o7777n);
}

function unseen(reason: LeftOutReason): ReadEntry {
  return { seen: { kind: 'unseen', reason }, stamp: '' };
}
