/** Replaces removed text. */
const REDACTED = '[redacted]';

/**
 * Removes texts from a byte stream and changes no other byte. Holds back bytes that may begin such a text until the
 * next chunk decides. The texts are given, so the filter knows nothing about the forms of keys.
 */
export class ByteFilter {
  readonly #pattern: RegExp | undefined;
  /** Texts by their first character, one character per byte. */
  readonly #byFirst: ReadonlyMap<string, readonly string[]>;
  readonly #longest: number;
  #held = '';

  constructor(texts: readonly string[]) {
    const all = [...new Set(texts)].filter((text) => text !== '').map((text) => Buffer.from(text).toString('latin1'));
    all.sort((a, b) => b.length - a.length);
    this.#pattern = all.length === 0 ? undefined : new RegExp(all.map(escapeForRegExp).join('|'), 'g');
    this.#byFirst = groupByFirst(all);
    this.#longest = all[0]?.length ?? 0;
  }

  /** The bytes that are held back. */
  get held(): Buffer {
    return Buffer.from(this.#held, 'latin1');
  }

  push(chunk: Buffer): Buffer {
    if (this.#pattern === undefined) return chunk;
    const text = (this.#held + chunk.toString('latin1')).replace(this.#pattern, REDACTED);
    const from = this.#beginning(text);
    this.#held = text.slice(from);
    return Buffer.from(text.slice(0, from), 'latin1');
  }

  /** Returns what is held back at the end of the stream. */
  flush(): Buffer {
    const { held } = this;
    this.#held = '';
    return held;
  }

  /** The position of a suffix that may be the beginning of one of the texts. */
  #beginning(text: string): number {
    for (let at = Math.max(0, text.length - this.#longest + 1); at < text.length; at += 1) {
      const rest = text.slice(at);
      if (this.#byFirst.get(rest.charAt(0))?.some((each) => each.startsWith(rest)) === true) return at;
    }
    return text.length;
  }
}

function groupByFirst(texts: readonly string[]): ReadonlyMap<string, readonly string[]> {
  const groups = new Map<string, string[]>();
  for (const text of texts) groups.set(text.charAt(0), [...(groups.get(text.charAt(0)) ?? []), text]);
  return groups;
}

function escapeForRegExp(text: string): string {
  return text.replace(/[\\^$.*+?()[\]{}|/-]/g, String.raw`\$&`);
}
