import { StringDecoder } from 'node:string_decoder';
import { ByteRing } from '../byte-ring.ts';

const FLUSH_MS = 25;
const MAX_PENDING = 64 * 1024;

/** Passes output on as text a few times a second; of what comes faster than that, the last part. */
export class LiveOutput {
  readonly #emit: (text: string) => void;
  readonly #isWanted: () => boolean;
  #decoder = new StringDecoder('utf8');
  #pending: ByteRing | undefined;
  #timer: NodeJS.Timeout | undefined;

  constructor(emit: (text: string) => void, isWanted: () => boolean) {
    this.#emit = emit;
    this.#isWanted = isWanted;
  }

  /** Takes the bytes in before it returns. */
  push(chunk: Buffer): void {
    if (!this.#isWanted()) return;
    this.#pending ??= new ByteRing(MAX_PENDING);
    this.#pending.push(chunk);
    if (this.#timer !== undefined) return;
    this.#flush();
    this.#timer = setTimeout(() => {
      this.#timer = undefined;
      this.#flush();
    }, FLUSH_MS);
  }

  /** Passes on what is left. */
  finish(): void {
    clearTimeout(this.#timer);
    this.#flush();
    const rest = this.#decoder.end();
    if (rest !== '') this.#emit(rest);
  }

  #flush(): void {
    if (this.#pending === undefined || this.#pending.pushed === 0) return;
    // What follows a gap must not be read as the rest of a character before it.
    if (this.#pending.isOverrun) this.#decoder = new StringDecoder('utf8');
    const text = this.#decoder.write(this.#pending.take());
    if (text !== '') this.#emit(text);
  }
}
