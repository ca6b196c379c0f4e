const NEWLINE = 10;
const BACKTICK = 96;
const TILDE = 126;
const BAR = 124;
const SPACE = 32;
const TAB = 9;
const SHORTEST_FENCE = 3;

/** Tracks character by character whether a text is inside a code fence or a table row. */
export class MarkdownLines {
  /** The character and length of the open fence. */
  #fence = { sign: 0, length: 0 };
  #first = 0;
  #count = 0;
  #hasMore = false;

  /** Whether the last character is in a fence or a table row. */
  get isCode(): boolean {
    return this.#fence.length > 0 || this.#first === BAR;
  }

  take(code: number): void {
    if (code === NEWLINE) {
      this.#endLine();
      return;
    }
    if (this.#first === 0) {
      if (code === SPACE || code === TAB) return;
      this.#first = code;
      this.#count = 1;
      return;
    }
    if (code === this.#first && !this.#hasMore) this.#count += 1;
    else if (code !== SPACE && code !== TAB) this.#hasMore = true;
    else if (this.#count < SHORTEST_FENCE) this.#hasMore = true;
  }

  #endLine(): void {
    const isFence = (this.#first === BACKTICK || this.#first === TILDE) && this.#count >= SHORTEST_FENCE;
    if (isFence) this.#turnFence();
    this.#first = 0;
    this.#count = 0;
    this.#hasMore = false;
  }

  /** A fence ends at a line with at least as many of its characters and nothing else. */
  #turnFence(): void {
    const { sign, length } = this.#fence;
    if (length === 0) this.#fence = { sign: this.#first, length: this.#count };
    else if (sign === this.#first && this.#count >= length && !this.#hasMore) this.#fence = { sign: 0, length: 0 };
  }
}
