import { closeSync, existsSync, fsyncSync, openSync, readFileSync, readSync, writeSync } from 'node:fs';
import { crc32 } from 'node:zlib';
import type { LogHead } from '../session-log.ts';

const CHUNK = 1 << 20;

/** The head of the log in a second file, so that the database cannot lose its end or be altered unnoticed. */
export interface Witness extends LogHead {
  readonly epoch: number;
  /** Size and checksum of the database as its last writer left it; null while a writer is active or after it died. */
  readonly seal: { readonly size: number; readonly crc: number } | null;
}

/**
 * Keeps the witness in one small file that is overwritten in place.
 *
 * SQLite drops damaged frames at the end of its write-ahead log as if they had never been written, so the log alone
 * cannot tell a lost tail from a short one. The witness is written after each commit and not synced: it may lag behind
 * after a power cut but is never ahead.
 */
export class HeadWitness {
  readonly #fd: number;
  readonly #line = Buffer.alloc(LENGTH, '\n');

  constructor(path: string) {
    this.#fd = openSync(path, existsSync(path) ? 'r+' : 'w+', 0o600);
  }

  write(head: LogHead, epoch: number): void {
    this.#put(head, epoch, UNSEALED);
  }

  /** Writes the seal and syncs it to disk. */
  seal(head: LogHead, epoch: number, database: string): void {
    const { size, crc } = checksumFile(database);
    this.#put(head, epoch, `${pad(size, 16)}.${pad(crc, 10)}`);
    this.sync();
  }

  sync(): void {
    fsyncSync(this.#fd);
  }

  close(): void {
    closeSync(this.#fd);
  }

  /**
   * Has a fixed width, so that each line overwrites the previous one. Reuses one buffer, because every append calls
   * this.
   */
  #put(head: LogHead, epoch: number, seal: string): void {
    const line = this.#line;
    line.write(`${pad(head.seq, 16)} ${pad(epoch, 10)} ${head.hash} ${seal}`, 9, 'latin1');
    const crc = crc32(line.subarray(9, LENGTH - 1));
    line.write(`${crc.toString(16).padStart(8, '0')} `, 0, 'latin1');
    writeSync(this.#fd, line, 0, LENGTH, 0);
  }
}

const UNSEALED = '-'.repeat(27);
const LENGTH = 9 + 16 + 1 + 10 + 1 + 64 + 1 + 27 + 1;
const LINE = /^([0-9a-f]{8}) ((\d{16}) (\d{10}) ([0-9a-f]{64}) (?:-{27}|(\d{16})\.(\d{10})))\n$/;

function pad(value: number, width: number): string {
  return String(value).padStart(width, '0');
}

/** Reads the witness; undefined if it is missing or invalid. */
export function readWitness(path: string): Witness | undefined {
  const match = existsSync(path) ? LINE.exec(readFileSync(path, 'latin1')) : null;
  if (match === null) return undefined;
  const [, crc, text = '', seq, epoch, hash = '', size, sum] = match;
  if (crc32(text) !== Number.parseInt(crc ?? '', 16)) return undefined;
  const seal = size === undefined ? null : { size: Number(size), crc: Number(sum) };
  return { seq: Number(seq), epoch: Number(epoch), hash, seal };
}

/** Removes the seal durably, before the database changes. */
export function breakSeal(path: string): void {
  const witness = readWitness(path);
  if (witness?.seal == null) return;
  const file = new HeadWitness(path);
  try {
    file.write(witness, witness.epoch);
    file.sync();
  } finally {
    file.close();
  }
}

/**
 * Returns the size and CRC of a file. Only for a database that no connection of this process has open: closing any
 * descriptor of a file drops all POSIX locks that the process holds on it.
 */
export function checksumFile(path: string): { size: number; crc: number } {
  const fd = openSync(path, 'r');
  const buffer = Buffer.allocUnsafe(CHUNK);
  let size = 0;
  let crc = 0;
  try {
    for (let got = readSync(fd, buffer); got > 0; got = readSync(fd, buffer)) {
      size += got;
      crc = crc32(buffer.subarray(0, got), crc);
    }
  } finally {
    closeSync(fd);
  }
  return { size, crc };
}
