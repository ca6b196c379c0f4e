import { closeSync, constants, openSync, readlinkSync, rmSync, unlinkSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import type { HeldFolder } from './plan-mounts.ts';

/** The first descriptor of a process after the standard ones. */
export const FIRST_DESCRIPTOR = 3;
/** Linux's O_PATH, for which Node has no constant. */
const O_PATH = 0o10_000_000;

/** Descriptors to pass to a process that is about to start. */
export class PassedDescriptors {
  readonly #scratch: string;
  readonly #opened: number[] = [];

  constructor(scratch: string) {
    this.#scratch = scratch;
  }

  get all(): readonly number[] {
    return this.#opened;
  }

  /** Holds a folder itself, even if its name leads elsewhere later. Returns false if it already does. */
  hold({ path }: HeldFolder): boolean {
    const descriptor = openSync(path, O_PATH | constants.O_DIRECTORY | constants.O_NOFOLLOW);
    this.#opened.push(descriptor);
    return readlinkSync(`/proc/self/fd/${descriptor}`) === path;
  }

  /** Returns the number of a descriptor from which the process reads the data. The file has no name. */
  give(data: string | Buffer): string {
    const path = join(this.#scratch, `passed-${this.#opened.length}`);
    const descriptor = openNew(path);
    unlinkSync(path);
    this.#opened.push(descriptor);
    // Written by position, so that the process reads from the start.
    const bytes = Buffer.from(data);
    for (let at = 0; at < bytes.length;) at += writeSync(descriptor, bytes, at, bytes.length - at, at);
    return String(FIRST_DESCRIPTOR + this.#opened.length - 1);
  }

  close(): void {
    for (const descriptor of this.#opened.splice(0)) closeSync(descriptor);
  }
}

/** Creates a new file. Removes one that a killed process left. */
function openNew(path: string): number {
  const flags = constants.O_RDWR | constants.O_CREAT | constants.O_EXCL;
  try {
    return openSync(path, flags, 0o600);
  } catch {
    rmSync(path, { force: true });
    return openSync(path, flags, 0o600);
  }
}
