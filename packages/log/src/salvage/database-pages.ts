import { existsSync, readFileSync } from 'node:fs';
import type { SessionFiles } from '../sqlite/session-files.ts';

/** Our page size since the first format. The header has it too, but the header may be damaged. */
const PAGE_SIZE = 4096;
const WAL_HEADER = 32;
const FRAME_HEADER = 24;

/** Every page image of a database: from the file and from its write-ahead log, damaged or not. */
export interface DatabasePages {
  readonly size: number;
  /** All images, in any order: records prove themselves. */
  readonly images: readonly Buffer[];
  /** The images of one page, newest first. */
  readonly versions: (page: number) => readonly Buffer[];
}

/** Reads the raw pages of a session without SQLite. No connection to it may be open in this process. */
export function readPages(files: SessionFiles): DatabasePages {
  const file = existsSync(files.database) ? readFileSync(files.database) : Buffer.alloc(0);
  const wal = existsSync(files.wal) ? readFileSync(files.wal) : Buffer.alloc(0);
  const size = PAGE_SIZE;
  const main = slices(file, size);
  const frames = framesOf(wal, size);
  const byNumber = new Map<number, Buffer[]>();
  for (const [n, image] of main.entries()) byNumber.set(n + 1, [image]);
  for (const { page, image } of frames) byNumber.set(page, [image, ...(byNumber.get(page) ?? [])]);
  return {
    size,
    images: [...main, ...frames.map(({ image }) => image)],
    versions: (page) => byNumber.get(page) ?? [],
  };
}

function slices(file: Buffer, size: number): Buffer[] {
  return Array.from({ length: Math.ceil(file.length / size) }, (_, n) => file.subarray(n * size, (n + 1) * size));
}

function framesOf(wal: Buffer, size: number): { page: number; image: Buffer }[] {
  const frames: { page: number; image: Buffer }[] = [];
  for (let at = WAL_HEADER; at + FRAME_HEADER < wal.length; at += FRAME_HEADER + size) {
    const image = wal.subarray(at + FRAME_HEADER, at + FRAME_HEADER + size);
    frames.push({ page: wal.readUInt32BE(at), image });
  }
  return frames;
}
