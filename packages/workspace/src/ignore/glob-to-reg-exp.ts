/** How to interpret a glob. */
export interface GlobOptions {
  readonly caseSensitive: boolean;
  /** Whether {a,b} means a or b. */
  readonly braces: boolean;
}

/**
 * Converts a glob to an expression for paths with forward slashes: `*` stays within a folder, `**` does not. `?` is one
 * character, while for ripgrep it is one byte, so the two differ outside ASCII.
 */
export function globToRegExp(glob: string, options: GlobOptions): RegExp {
  return new RegExp(`^${new GlobReader(glob, options.braces).read()}$`, options.caseSensitive ? 'su' : 'siu');
}

class GlobReader {
  readonly #glob: string;
  readonly #braces: boolean;
  #at = 0;
  #depth = 0;

  constructor(glob: string, braces: boolean) {
    this.#glob = glob;
    this.#braces = braces;
  }

  read(): string {
    let source = '';
    while (this.#at < this.#glob.length) source += this.#next();
    // An unclosed brace is literal. Closing the group keeps the expression valid.
    return source + ')'.repeat(this.#depth);
  }

  #next(): string {
    const char = this.#take();
    switch (char) {
      case '*':
        return this.#stars();
      case '?':
        return '[^/]';
      case '[':
        return this.#class();
      case '\\':
        return escape(this.#take());
      default:
        return this.#brace(char) ?? escape(char);
    }
  }

  #take(): string {
    const char = String.fromCodePoint(this.#glob.codePointAt(this.#at) ?? 0x5c);
    this.#at += char.length;
    return char;
  }

  #stars(): string {
    const start = this.#at - 1;
    while (this.#glob[this.#at] === '*') this.#at += 1;
    const before = this.#glob[start - 1];
    const isWhole = this.#at - start === 2 && (before === undefined || '/{,'.includes(before));
    if (!isWhole) return '[^/]*';
    if (this.#glob[this.#at] === '/') {
      this.#at += 1;
      return '(?:[^/]+/)*';
    }
    return this.#at === this.#glob.length || this.#depth > 0 ? '.*' : '[^/]*';
  }

  #class(): string {
    // A bracket directly after the opening one is a member, not the end.
    const match = /^([!^]?)(\]?(?:\\.|[^\]\\/])*)\]/s.exec(this.#glob.slice(this.#at));
    if (match === null) return String.raw`\[`;
    const [whole, negation = '', members = ''] = match;
    this.#at += whole.length;
    // A hyphen at either end is a member, even next to the slash that is added below.
    const escaped = members.replaceAll(/\\(.)/gs, '$1').replaceAll(/[\\\]^[&~|]|^-|-$/g, String.raw`\$&`);
    return isClass(escaped) ? `[${negation === '' ? '' : '^/'}${escaped}]` : escape(`[${negation}${members}]`);
  }

  #brace(char: string): string | undefined {
    if (!this.#braces) return undefined;
    if (char === '{' && this.#glob.includes('}', this.#at)) {
      this.#depth += 1;
      return '(?:';
    }
    if (this.#depth === 0) return undefined;
    if (char === ',') return '|';
    if (char !== '}') return undefined;
    this.#depth -= 1;
    return ')';
  }
}

/** A reversed range is not a class but literal text. */
function isClass(members: string): boolean {
  try {
    new RegExp(`[${members}]`, 'u');
    return members !== '';
  } catch {
    return false;
  }
}

function escape(text: string): string {
  return text.replaceAll(/[\\^$.*+?()[\]{}|/]/g, String.raw`\$&`);
}
