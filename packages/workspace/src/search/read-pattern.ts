/** Facts about an expression that do not require running it. */
export interface PatternFacts {
  /** An equivalent for ripgrep that matches at least as much. Undefined if there is none. */
  readonly ripgrep: string | undefined;
  /** It contains unbounded repetition, so it may take arbitrarily long. */
  readonly isUnbounded: boolean;
}

const DIGIT = '0-9';
const WORD = '0-9A-Za-z_';
const SPACE = String.raw`\t-\r\x20\x{a0}\x{1680}\x{2000}-\x{200a}\x{2028}\x{2029}\x{202f}\x{205f}\x{3000}\x{feff}`;
/** Character classes as JavaScript defines them: ripgrep's include more letters and digits. */
const CLASSES: Readonly<Record<string, string>> = {
  d: `[${DIGIT}]`,
  D: `[^${DIGIT}]`,
  w: `[${WORD}]`,
  W: `[^${WORD}]`,
  s: `[${SPACE}]`,
  S: `[^${SPACE}]`,
};
/** Invalid UTF-8 decodes to one character here, but matches nothing in ripgrep. */
const BROKEN = String.raw`(?-u:[\x80-\xff]{1,3})`;
const SAME_ESCAPES = new Set(['t', 'f', 'v']);
const QUANTIFIER = /^\{\d+(,?)(\d*)\}/;

/** Parses an expression that is known to be valid. */
export function readPattern(source: string): PatternFacts {
  return new PatternReader(source).read();
}

class PatternReader {
  readonly #source: string;
  #at = 0;
  #isForeign = false;
  #isUnbounded = false;

  constructor(source: string) {
    this.#source = source;
  }

  read(): PatternFacts {
    let ripgrep = '';
    while (this.#at < this.#source.length) ripgrep += this.#next();
    return { ripgrep: this.#isForeign ? undefined : ripgrep, isUnbounded: this.#isUnbounded };
  }

  #take(): string {
    const char = String.fromCodePoint(this.#source.codePointAt(this.#at) ?? 0);
    this.#at += char.length;
    return char;
  }

  /** Syntax that ripgrep or this parser does not support. */
  #foreign(): string {
    this.#isForeign = true;
    return '';
  }

  #next(): string {
    const char = this.#take();
    switch (char) {
      case '\\':
        return this.#escape();
      case '[':
        return this.#class();
      case '(':
        return this.#group();
      case '*':
      case '+':
        this.#isUnbounded = true;
        return char;
      case '{':
        return this.#braces();
      case '}':
      case ']':
        return `\\${char}`;
      case '.':
        return orBroken(char);
      default:
        return char === '\u{FFFD}' ? this.#foreign() : char;
    }
  }

  #group(): string {
    const rest = this.#source.slice(this.#at);
    if (!rest.startsWith('?') || rest.startsWith('?:')) return '(';
    return this.#foreign();
  }

  #braces(): string {
    const found = QUANTIFIER.exec(this.#source.slice(this.#at - 1));
    if (found === null) return String.raw`\{`;
    const [whole, comma, most] = found;
    if (comma === ',' && most === '') this.#isUnbounded = true;
    this.#at += whole.length - 1;
    return whole;
  }

  #escape(): string {
    const char = this.#take();
    if (char === 'b' || char === 'B') return `(?-u:\\${char})`;
    const known = CLASSES[char];
    return known === undefined ? this.#character(char) : orBroken(known);
  }

  /** An escaped character, inside or outside a class. */
  #character(char: string): string {
    if (SAME_ESCAPES.has(char)) return `\\${char}`;
    if (char === 'x') return this.#code(/^[\da-f]{2}/i);
    if (char === 'u') return this.#code(/^[\da-f]{4}/i);
    if (/[\da-z]/i.test(char)) return this.#foreign();
    return toLiteral(char);
  }

  #code(digits: RegExp): string {
    const found = digits.exec(this.#source.slice(this.#at))?.[0];
    // Half of a surrogate pair matches nothing by itself.
    if (found === undefined || /^d[89a-f]/i.test(found)) return this.#foreign();
    this.#at += found.length;
    return `\\x{${found}}`;
  }

  #class(): string {
    const isNegated = this.#source[this.#at] === '^';
    if (isNegated) this.#at += 1;
    if (this.#source[this.#at] === ']') return this.#foreign();
    let members = '';
    while (this.#at < this.#source.length && this.#source[this.#at] !== ']') members += this.#member();
    this.#at += 1;
    return orBroken(`[${isNegated ? '^' : ''}${members}]`);
  }

  #member(): string {
    const first = this.#atom();
    if (this.#source[this.#at] !== '-' || this.#source[this.#at + 1] === ']') return first;
    this.#at += 1;
    const last = this.#atom();
    const isRange = !first.startsWith('[') && !last.startsWith('[');
    return isRange ? `${first}-${last}` : `${first}\\-${last}`;
  }

  #atom(): string {
    const char = this.#take();
    if (char !== '\\') return toLiteral(char);
    const escaped = this.#take();
    return CLASSES[escaped] ?? (escaped === 'b' ? this.#foreign() : this.#character(escaped));
  }
}

/** A negated class also matches invalid UTF-8. */
function orBroken(source: string): string {
  return source === '.' || source.includes('[^') ? `(?:${source}|${BROKEN})` : source;
}

/** Ripgrep accepts a backslash before punctuation, and requires it before some of it. */
function toLiteral(char: string): string {
  return /[!-/:-@[-`{-~]/.test(char) && !'<>/"\'%,:;=@_`!'.includes(char) ? `\\${char}` : char;
}
