import { cutLength, stripSequences } from './escape-sequences.ts';
import { MOST_MARKS, showInvisibles } from './show-invisibles.ts';

const PLAIN = /^[\t\n\u0020-\u007E]*$/;
/** Characters with which a terminal would overwrite the line. */
const REDRAWS = /[\r\b]/g;
/**
 * An end that the next piece may complete: half a character, half a newline, an emoji, a letter of a joining script.
 */
const OPEN_END =
  /(?:\r|(?:[\p{Extended_Pictographic}\p{EMod}\u{1F1E6}-\u{1F1FF}\u{E0020}-\u{E007F}\uFE0F\u200D]{1,16}|[\p{scx=Arab}\p{scx=Syrc}\p{scx=Deva}\p{scx=Beng}\p{scx=Guru}\p{scx=Gujr}\p{scx=Orya}\p{scx=Taml}\p{scx=Telu}\p{scx=Knda}\p{scx=Mlym}\p{scx=Sinh}\p{scx=Mymr}\p{scx=Khmr}])?[\uD800-\uDBFF]?)$/u;
/** `showInvisibles` has removed the marks beyond its limit. */
const LEADING_MARKS = /^\p{M}+/u;
const TRAILING_MARKS = /\p{M}{1,16}$/u;
/** The maximum length of an open end, in code units. */
const LONGEST_END = 64;

/**
 * Cleans external text for a terminal, piece by piece: removes escape sequences except styles, even split ones, and
 * shows invisible characters and control characters other than newline and tab.
 */
export class TerminalText {
  #rest = '';
  /** How many marks the last letter has so far. */
  #marks = 0;

  /** Returns the text that can be shown so far; an open end waits for the next piece. */
  push(piece: string): string {
    if (this.#rest === '' && PLAIN.test(piece)) {
      if (piece !== '') this.#marks = 0;
      return piece;
    }
    const all = this.#rest + piece;
    const at = all.length - Math.max(cutLength(all), OPEN_END.exec(all.slice(-LONGEST_END))?.[0].length ?? 0);
    this.#rest = all.slice(at);
    return this.#fold(clean(all.slice(0, at)));
  }

  /** Returns the rest, because no more text follows. */
  end(): string {
    const rest = this.#rest;
    this.#rest = '';
    return this.#fold(clean(rest));
  }

  /** Applies the limit on marks across pieces. */
  #fold(text: string): string {
    if (text === '') return '';
    const leading = Array.from(LEADING_MARKS.exec(text)?.[0] ?? '');
    const kept = leading.slice(0, Math.max(0, MOST_MARKS - this.#marks)).join('');
    const body = text.slice(leading.join('').length);
    const trailing = Array.from(TRAILING_MARKS.exec(body)?.[0] ?? '').length;
    this.#marks = body === '' ? this.#marks + leading.length : trailing;
    return kept + body;
  }
}

function clean(text: string): string {
  const shown = showInvisibles(stripSequences(text.replaceAll('\r\n', '\n'), true));
  return shown.replaceAll(REDRAWS, (character) => String.fromCodePoint(0x2400 + character.charCodeAt(0)));
}
