import { statSync } from 'node:fs';
import { readRegularFile } from '../../disk/read-regular-file.ts';

const HEADER_BYTES = 12;
/** Times, device, inode, mode, owner and size: what precedes the object name in an entry. */
const MODE_AT = 24;
const FIXED_BYTES = 40;
const GITLINK = 0o160_000;
const EXTENDED = 0x4000;
const NUL = 0;

/** An entry of a Git index, relative to the worktree. */
export interface IndexEntry {
  readonly path: string;
  /** A nested repository. */
  readonly isGitlink: boolean;
}

interface KnownIndex {
  readonly stamp: string;
  readonly entries: readonly IndexEntry[];
}

const known = new Map<string, KnownIndex>();

/** The entries of a Git index. Reads it again only if it has changed. Empty if there is none. */
export function readGitIndex(gitFolder: string): readonly IndexEntry[] {
  const path = `${gitFolder}/index`;
  let stamp: string;
  try {
    const { ino, mtimeNs, size } = statSync(path, { bigint: true });
    stamp = `${ino}:${mtimeNs}:${size}`;
  } catch {
    return [];
  }
  const before = known.get(path);
  if (before?.stamp === stamp) return before.entries;
  const entries = parseGitIndex(readRegularFile(path) ?? Buffer.alloc(0));
  known.set(path, { stamp, entries });
  return entries;
}

/** Parses an index of version 2 to 4. Stops at a damaged part. */
export function parseGitIndex(index: Buffer): readonly IndexEntry[] {
  if (index.length < HEADER_BYTES || index.toString('latin1', 0, 4) !== 'DIRC') return [];
  const version = index.readUInt32BE(4);
  const objectBytes = objectBytesOf(index);
  const entries: IndexEntry[] = [];
  let at = HEADER_BYTES;
  let name: Buffer = Buffer.alloc(0);
  for (let left = index.readUInt32BE(8); left > 0 && at + FIXED_BYTES + objectBytes + 2 <= index.length; left -= 1) {
    const mode = index.readUInt32BE(at + MODE_AT);
    const flags = index.readUInt16BE(at + FIXED_BYTES + objectBytes);
    let nameAt = at + FIXED_BYTES + objectBytes + 2 + ((flags & EXTENDED) === 0 ? 0 : 2);
    let kept: Buffer = Buffer.alloc(0);
    if (version >= 4) {
      const dropped = readOffset(index, nameAt);
      nameAt = dropped.next;
      kept = name.subarray(0, Math.max(0, name.length - dropped.value));
    }
    const end = index.indexOf(NUL, nameAt);
    if (end < 0) break;
    name = version >= 4 ? Buffer.concat([kept, index.subarray(nameAt, end)]) : index.subarray(nameAt, end);
    entries.push({ path: name.toString('utf8'), isGitlink: mode === GITLINK });
    // Before version 4, an entry is padded with one to eight zeros to a multiple of eight.
    at = version >= 4 ? end + 1 : at + (((end - at) >> 3) + 1) * 8;
  }
  return entries;
}

/**
 * The size of an object name: the checksum at the end of an index has the same size, which tells the two formats apart.
 */
function objectBytesOf(index: Buffer): number {
  // The name of the first entry starts after its object name and two bytes of flags that contain its length.
  const lengthAt = (objectBytes: number): number => {
    const at = HEADER_BYTES + FIXED_BYTES + objectBytes;
    return at + 2 <= index.length ? index.readUInt16BE(at) & 0xfff : -1;
  };
  const hasName = (objectBytes: number): boolean => {
    const length = lengthAt(objectBytes);
    const start = HEADER_BYTES + FIXED_BYTES + objectBytes + 2;
    const flags = length < 0 ? 0 : index.readUInt16BE(start - 2);
    const nameAt = start + ((flags & EXTENDED) === 0 ? 0 : 2);
    if (index.readUInt32BE(4) >= 4)
      return length > 0 && index[nameAt] === 0 && index.indexOf(NUL, nameAt + 1) - nameAt - 1 === length;
    return length > 0 && length < 0xfff && index.indexOf(NUL, nameAt) - nameAt === length;
  };
  return hasName(20) || !hasName(32) ? 20 : 32;
}

/** Git's variable-length number, most significant part first. */
function readOffset(bytes: Buffer, at: number): { readonly value: number; readonly next: number } {
  let next = at;
  let byte = bytes[next] ?? 0;
  let value = byte & 0x7f;
  while ((byte & 0x80) !== 0) {
    next += 1;
    byte = bytes[next] ?? 0;
    value = ((value + 1) << 7) | (byte & 0x7f);
  }
  return { value, next: next + 1 };
}
