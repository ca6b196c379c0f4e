import { closeSync, openSync, readSync, writeSync } from 'node:fs';
import { ByteRing } from './byte-ring.ts';

const HEAD_BYTES = 4 * 1024 * 1024;
const TAIL_BYTES = 1024 * 1024;

/** How much of an output there was, and how much of it is in its file. */
export interface KeptSizes {
  readonly outputBytes: number;
  readonly headBytes: number;
  readonly tailBytes: number;
}

/** Keeps the first 4 MB and the last 1 MB of an output in a file, however much comes. */
export class KeptOutput {
  readonly #file: number;
  #outputBytes = 0;
  #headBytes = 0;
  /** Made when the head is full. */
  #tail: ByteRing | undefined;
  #isDiskFull = false;

  constructor(path: string) {
    this.#file = openSync(path, 'w+', 0o600);
  }

  /** Takes the bytes in before it returns: the caller may use the buffer again. */
  push(chunk: Buffer): void {
    this.#outputBytes += chunk.length;
    const room = this.#isDiskFull ? 0 : HEAD_BYTES - this.#headBytes;
    const head = chunk.subarray(0, room);
    if (head.length > 0) this.#headBytes += this.#write(head);
    if (chunk.length > room) (this.#tail ??= new ByteRing(TAIL_BYTES)).push(chunk.subarray(room));
  }

  /** The last bytes so far, at most so many. */
  recent(bytes: number): Buffer {
    const tail = this.#tail?.peek() ?? Buffer.alloc(0);
    const wanted = Math.min(Math.max(0, bytes - tail.length), this.#headBytes);
    // Between a head that is full and a tail that has run over, something is missing: then the tail is all there is.
    if (wanted === 0 || this.#tail?.isOverrun === true) return tail.subarray(Math.max(0, tail.length - bytes));
    const head = Buffer.alloc(wanted);
    return Buffer.concat([head.subarray(0, readSync(this.#file, head, 0, wanted, this.#headBytes - wanted)), tail]);
  }

  /** Writes the tail and closes the file. */
  finish(): KeptSizes {
    const tail = this.#tail?.take() ?? Buffer.alloc(0);
    const left = this.#outputBytes - this.#headBytes - tail.length;
    if (left > 0) this.#write(Buffer.from(`\n[bowline: ${left} bytes were not kept]\n`));
    const tailBytes = tail.length > 0 ? this.#write(tail) : 0;
    closeSync(this.#file);
    return { outputBytes: this.#outputBytes, headBytes: this.#headBytes, tailBytes };
  }

  #write(bytes: Buffer): number {
    let written = 0;
    try {
      while (written < bytes.length) written += writeSync(this.#file, bytes, written);
    } catch {
      // A full disk costs the output, never the command: the sizes say what is missing.
      this.#isDiskFull = true;
    }
    return written;
  }
}
