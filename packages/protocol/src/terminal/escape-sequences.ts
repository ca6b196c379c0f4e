/**
 * Escape sequences as terminals read them: CSI, strings such as titles, and two-character ones, with 7 and with 8 bits.
 * The body of a string contains no control character, so that the match scans no part of a text more than twice.
 */
const SEQUENCE =
  /(?:\u001B\[|\u009B)[0-?]*[ -/]*[@-~]|(?:\u001B[\]PX^_k]|[\u0090\u0098\u009D\u009E\u009F])[^\u0000-\u001F\u007F-\u009F]*(?:\u0007|\u001B\\|\u009C)|\u001B[ -/]*[0-~]|\u001B/g;
const STYLE = /^(?:\u001B\[|\u009B)([\d;:]{0,64})m$/;
/** Moves to the first column of the line, like a carriage return. */
const LINE_START = /^(?:\u001B\[|\u009B)[01]?G$/;

/** An incomplete sequence at the end of the text so far. */
const CUT =
  /(?:(?:\u001B\[|\u009B)[0-?]*[ -/]*|(?:\u001B[\]PX^_k]|[\u0090\u0098\u009D\u009E\u009F])[^\u0000-\u001F\u007F-\u009F]*\u001B?|\u001B[ -/]*)$/;
/** A longer sequence is treated as unterminated. */
const LONGEST_CUT = 4096;

/** Ends every style. */
export const RESET = '\u001B[0m';

/** Removes escape sequences, except allowed styles if `keepsStyles`. Other control characters stay. */
export function stripSequences(text: string, keepsStyles: boolean): string {
  if (!/[\u001B\u0080-\u009F]/.test(text)) return text;
  return dropCut(text).replaceAll(SEQUENCE, (sequence) => {
    // Replaced at once, so that removing the text after it cannot form a new sequence.
    if (sequence === '\u001B') return '␛';
    if (LINE_START.test(sequence)) return '\r';
    const parameters = keepsStyles ? STYLE.exec(sequence)?.[1] : undefined;
    return parameters === undefined ? '' : toStyles(parameters);
  });
}

/** Removes the styles that `stripSequences` has kept. */
export function stripStyles(text: string): string {
  return text.includes('\u001B') ? text.replaceAll(/\u001B\[[\d;:]*m/g, '') : text;
}

/** Returns the length of the incomplete sequence at the end of a text. */
export function cutLength(text: string): number {
  return CUT.exec(text.slice(-LONGEST_CUT))?.[0].length ?? 0;
}

function dropCut(text: string): string {
  const cut = cutLength(text);
  return cut === 0 ? text : text.slice(0, text.length - cut);
}

/** Styles that external text may use: weight, slant, lines, colors. None blinks, hides or changes the alphabet. */
const wanted: ReadonlySet<number> = new Set([
  ...[1, 2, 3, 4, 7, 9, 21, 22, 23, 24, 27, 29, 39, 49],
  ...[30, 40, 90, 100].flatMap((first) => Array.from({ length: 8 }, (_, n) => first + n)),
]);

/** The parameters of a style as sequences. A reset is separate, so that surrounding styles can detect it. */
function toStyles(parameters: string): string {
  const words = parameters.split(';');
  let styles = '';
  let open: string[] = [];
  for (let at = 0; at < words.length; at += 1) {
    const word = words[at] ?? '';
    const code = Number(word);
    const colour = toColour(words, at);
    if (colour !== null) {
      if (colour.parameters !== null) open.push(colour.parameters);
      at += colour.length - 1;
    } else if (code === 0) {
      styles += RESET;
      open = [];
    } else if (wanted.has(code)) open.push(String(code));
    else if (/^4:[0-5]$/.test(word)) open.push(word === '4:0' ? '24' : '4');
  }
  return open.length === 0 ? styles : `${styles}\u001B[${open.join(';')}m`;
}

interface Colour {
  /** In the form that all terminals support; null for an invalid color, or for an underline color. */
  readonly parameters: string | null;
  readonly length: number;
}

/** Parses a foreground or background color, indexed or RGB, separated by semicolons or by colons. */
function toColour(words: readonly string[], at: number): Colour | null {
  const [kind = '', ...inner] = (words[at] ?? '').split(':');
  if (!/^0*[345]8$/.test(kind)) return null;
  if (inner.length > 0) {
    // With colons, the color space comes first and is usually empty.
    const values = inner.length > 4 ? inner.toSpliced(1, 1) : inner;
    return { parameters: toParameters(kind, values), length: 1 };
  }
  const count = countOf(words[at + 1]);
  // Terminals disagree on what follows an unknown kind, so everything after it is dropped.
  if (count === 0) return { parameters: null, length: words.length - at };
  return { parameters: toParameters(kind, words.slice(at + 1, at + 2 + count)), length: count + 2 };
}

/** Returns how many values a kind of color has; 0 for an unknown kind. */
function countOf(kind: string | undefined): number {
  if (Number(kind) === 2) return 3;
  return Number(kind) === 5 ? 1 : 0;
}

function toParameters(kind: string, [way, ...values]: readonly string[]): string | null {
  const count = countOf(way);
  const numbers = values.slice(0, count).map(Number);
  const isWhole = count > 0 && numbers.length === count && numbers.every((value) => value <= 255);
  return isWhole && Number(kind) !== 58 ? [Number(kind), Number(way), ...numbers].join(';') : null;
}
