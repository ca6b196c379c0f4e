/** What stands in the place of what is left out. */
const REDACTED = '[redacted]';

/**
 * Leaves texts out of bytes that come in pieces, and changes no other byte: what may be the beginning of one is held back
 * until the next piece says what it is. It is told what to look for, so that who filters need not know what forms a key has.
 */
export class ByteFilter {
  readonly #pattern: RegExp | undefined;
  /** By their first characters; as bytes, a character each. */
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

  /** What is held back now. */
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

  /** What was held back, when no more comes. */
  flush(): Buffer {
    const { held } = this;
    this.#held = '';
    return held;
  }

  /** Where the end of a text begins that may go on as one of ours. */
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
