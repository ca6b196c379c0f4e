import { createHash } from 'node:crypto';

/** Sizes of pieces: most are near the middle one. */
export const CHUNK_BYTES = { min: 16 * 1024, middle: 64 * 1024, max: 256 * 1024 } as const;

/** A random number for each byte, the same on all machines. */
const GEAR = Int32Array.from({ length: 256 }, (_, byte) =>
  createHash('sha256').update(`gear ${byte}`).digest().readInt32LE(0),
);
/** Cuts are rarer than one in 64 KB before the middle size and more frequent after it, so that sizes vary less. */
const [RARE, FREQUENT] = [32 - 17, 32 - 15];

/**
 * Cuts a content into pieces where its bytes say so (FastCDC): a change in the middle of a large file changes one or
 * two pieces, also if it makes the file longer.
 */
export function cutChunks(bytes: Uint8Array): Uint8Array[] {
  const chunks: Uint8Array[] = [];
  for (let start = 0; start < bytes.length;) {
    const end = findCut(bytes, start);
    chunks.push(bytes.subarray(start, end));
    start = end;
  }
  return chunks;
}

function findCut(bytes: Uint8Array, start: number): number {
  const { min, middle, max } = CHUNK_BYTES;
  const end = Math.min(bytes.length, start + max);
  const normal = Math.min(end, start + middle);
  let hash = 0;
  let at = start + min;
  // The high bits depend on the last 32 bytes, the low ones only on the last few.
  for (; at < normal; at += 1) {
    hash = ((hash << 1) + (GEAR[bytes[at] as number] as number)) | 0;
    if (hash >>> RARE === 0) return at + 1;
  }
  for (; at < end; at += 1) {
    hash = ((hash << 1) + (GEAR[bytes[at] as number] as number)) | 0;
    if (hash >>> FREQUENT === 0) return at + 1;
  }
  return end;
}
