import { StringDecoder } from 'node:string_decoder';
import { ByteRing } from '../processes/byte-ring.ts';

const FLUSH_MS = 25;
const MAX_PENDING = 64 * 1024;

/** Forwards output as text a few times per second. Skips to the last part if more arrives. */
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

  /** Copies the bytes before it returns. */
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

  /** Forwards the rest. */
  finish(): void {
    clearTimeout(this.#timer);
    this.#flush();
    const rest = this.#decoder.end();
    if (rest !== '') this.#emit(rest);
  }

  #flush(): void {
    if (this.#pending === undefined || this.#pending.pushed === 0) return;
    // Text after a gap must not be decoded as the rest of an earlier character.
    if (this.#pending.isOverrun) this.#decoder = new StringDecoder('utf8');
    const text = this.#decoder.write(this.#pending.take());
    if (text !== '') this.#emit(text);
  }
}
