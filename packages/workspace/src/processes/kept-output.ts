import { closeSync, openSync, readSync, writeSync } from 'node:fs';
import { ByteFilter } from './byte-filter.ts';
import { ByteRing } from './byte-ring.ts';

const HEAD_BYTES = 4 * 1024 * 1024;
const TAIL_BYTES = 1024 * 1024;

/** The size of an output, and how much of it is in its file. */
export interface KeptSizes {
  readonly outputBytes: number;
  readonly headBytes: number;
  readonly tailBytes: number;
}

/** Keeps the first 4 MB and last 1 MB of an output in a file, without the texts to remove. */
export class KeptOutput {
  readonly #file: number;
  readonly #filter: ByteFilter;
  #outputBytes = 0;
  /** Bytes received. The file may be shorter. */
  #takenBytes = 0;
  #headBytes = 0;
  /** Created when the head is full. */
  #tail: ByteRing | undefined;
  #lostBytes = 0;

  constructor(path: string, leftOut: readonly string[] = []) {
    this.#filter = new ByteFilter(leftOut);
    this.#file = openSync(path, 'w+', 0o600);
  }

  /** Copies the bytes before it returns: the caller may reuse the buffer. */
  push(chunk: Buffer): void {
    this.#outputBytes += chunk.length;
    const room = this.#lostBytes > 0 ? 0 : HEAD_BYTES - this.#takenBytes;
    const head = chunk.subarray(0, room);
    this.#takenBytes += head.length;
    if (head.length > 0) this.#headBytes += this.#write(this.#filter.push(head));
    if (chunk.length > room) (this.#tail ??= new ByteRing(TAIL_BYTES)).push(chunk.subarray(room));
  }

  /** The last bytes so far, up to this number. */
  recent(bytes: number): Buffer {
    const isCut = this.#tail?.isOverrun === true;
    const kept = this.#tail?.peek() ?? Buffer.alloc(0);
    const tail = isCut ? kept : Buffer.concat([this.#filter.held, kept]);
    const wanted = Math.min(Math.max(0, bytes - tail.length), this.#headBytes);
    // If the head is full and the tail has overflowed, bytes between them are missing: only the tail is usable.
    if (wanted === 0 || isCut) return tail.subarray(Math.max(0, tail.length - bytes));
    const head = Buffer.alloc(wanted);
    return Buffer.concat([head.subarray(0, readSync(this.#file, head, 0, wanted, this.#headBytes - wanted)), tail]);
  }

  /** Writes the tail and closes the file. */
  finish(): KeptSizes {
    const tail = this.#tail?.take() ?? Buffer.alloc(0);
    const left = this.#outputBytes - this.#takenBytes - tail.length + this.#lostBytes;
    // The missing part includes the end of what was held back.
    if (left > 0) {
      this.#headBytes += this.#write(this.#filter.flush());
      this.#write(Buffer.from(`\n[bowline: ${left} bytes were not kept]\n`));
    }
    const rest = Buffer.concat([this.#filter.push(tail), this.#filter.flush()]);
    const tailBytes = rest.length > 0 ? this.#write(rest) : 0;
    closeSync(this.#file);
    return { outputBytes: this.#outputBytes, headBytes: this.#headBytes, tailBytes };
  }

  #write(bytes: Buffer): number {
    let written = 0;
    try {
      while (written < bytes.length) written += writeSync(this.#file, bytes, written);
    } catch {
      // A full disk loses output but does not stop the command. The sizes say what is missing.
      this.#lostBytes += bytes.length - written;
    }
    return written;
  }
}
