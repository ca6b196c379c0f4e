/** The beginning and the end of an output of any size. */
export class BoundedOutput {
  readonly #limit: number;
  readonly #head: Buffer[] = [];
  #headBytes = 0;
  #tail = Buffer.alloc(0);
  #bytes = 0;

  constructor(limit: number) {
    this.#limit = limit;
  }

  add(chunk: Buffer): void {
    this.#bytes += chunk.length;
    const fits = chunk.subarray(0, Math.max(0, this.#limit - this.#headBytes));
    if (fits.length > 0) this.#head.push(fits);
    this.#headBytes += fits.length;
    const rest = chunk.subarray(fits.length);
    if (rest.length > 0) this.#tail = Buffer.concat([this.#tail, rest]).subarray(-this.#limit);
  }

  read(): { readonly head: string; readonly tail: string; readonly omittedBytes: number } {
    const omittedBytes = this.#bytes - this.#headBytes - this.#tail.length;
    const [head, tail] = [Buffer.concat(this.#head), this.#tail];
    if (omittedBytes === 0) return { head: Buffer.concat([head, tail]).toString('utf8'), tail: '', omittedBytes };
    return { head: head.toString('utf8'), tail: tail.toString('utf8'), omittedBytes };
  }
}
