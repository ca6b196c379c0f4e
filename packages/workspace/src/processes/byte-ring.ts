/** The last bytes of a stream. Copies what is pushed, and a push allocates nothing. */
export class ByteRing {
  readonly #bytes: Buffer;
  #pushed = 0;

  constructor(size: number) {
    this.#bytes = Buffer.allocUnsafe(size);
  }

  /** The number of bytes pushed since the last take. */
  get pushed(): number {
    return this.#pushed;
  }

  get isOverrun(): boolean {
    return this.#pushed > this.#bytes.length;
  }

  push(chunk: Buffer): void {
    // Counts bytes that would be overwritten at once, so that the order in the ring is right.
    const skipped = Math.max(0, chunk.length - this.#bytes.length);
    this.#pushed += skipped;
    let rest = chunk.subarray(skipped);
    while (rest.length > 0) {
      const copied = rest.copy(this.#bytes, this.#pushed % this.#bytes.length);
      this.#pushed += copied;
      rest = rest.subarray(copied);
    }
  }

  /** A copy of the content, oldest first. */
  peek(): Buffer {
    const at = this.#pushed % this.#bytes.length;
    return this.isOverrun
      ? Buffer.concat([this.#bytes.subarray(at), this.#bytes.subarray(0, at)])
      : Buffer.from(this.#bytes.subarray(0, this.#pushed));
  }

  /** The same, and empties the ring. */
  take(): Buffer {
    const taken = this.peek();
    this.#pushed = 0;
    return taken;
  }
}
