const KEPT = 256 * 1024;

/** The last part of a command's output, addressed by how many characters came before. */
export class OutputLog {
  #text = '';
  #start = 0;

  /** Sets what was printed before this process followed the command. */
  constructor(start = 0, text = '') {
    this.#start = start;
    this.push(text);
  }

  get end(): number {
    return this.#start + this.#text.length;
  }

  push(text: string): void {
    this.#text += text;
    // Twice the size, so that not every character moves the text.
    if (this.#text.length <= 2 * KEPT) return;
    const cut = this.#text.length - KEPT;
    this.#text = this.#text.slice(cut);
    this.#start += cut;
  }

  /** The text from a place on, or from the first that is kept, up to a length. */
  read(from: number, most: number): { readonly from: number; readonly text: string } {
    const at = Math.min(Math.max(from, this.#start), this.end);
    return { from: at, text: this.#text.slice(at - this.#start, at - this.#start + most) };
  }
}

/**
 * What of a text is not yet at the end of another one that was read meanwhile. Output can arrive before and after the
 * moment at which the last part was read.
 */
export function withoutKnown(recent: string, heard: string): string {
  for (let length = heard.length; length > 0; length -= 1) {
    if (recent.endsWith(heard.slice(0, length))) return heard.slice(length);
  }
  return heard;
}
