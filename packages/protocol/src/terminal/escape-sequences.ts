/**
 * Escape sequences as terminals read them: CSI, strings such as titles, and two-character ones, with 7 and with 8 bits.
 * What is inside of a string holds no control character, so that no part of a text is looked at more than twice.
 */
const SEQUENCE =
  /(?:\u001B\[|\u009B)[0-?]*[ -/]*[@-~]|(?:\u001B[\]PX^_k]|[\u0090\u0098\u009D\u009E\u009F])[^\u0000-\u001F\u007F-\u009F]*(?:\u0007|\u001B\\|\u009C)|\u001B[ -/]*[0-~]|\u001B/g;
const STYLE = /^(?:\u001B\[|\u009B)([\d;:]{0,64})m$/;
/** Goes to the first column of the line, as a carriage return does. */
const LINE_START = /^(?:\u001B\[|\u009B)[01]?G$/;

/** A sequence whose end has not come yet, at the end of what has come so far. */
const CUT =
  /(?:(?:\u001B\[|\u009B)[0-?]*[ -/]*|(?:\u001B[\]PX^_k]|[\u0090\u0098\u009D\u009E\u009F])[^\u0000-\u001F\u007F-\u009F]*\u001B?|\u001B[ -/]*)$/;
/** What is longer was never meant to end. */
const LONGEST_CUT = 4096;

/** Ends every style. */
export const RESET = '\u001B[0m';

/** A text without its escape sequences, but for styles where they are wanted. Other control characters are left in it. */
export function stripSequences(text: string, keepsStyles: boolean): string {
  if (!/[\u001B\u0080-\u009F]/.test(text)) return text;
  return dropCut(text).replaceAll(SEQUENCE, (sequence) => {
    // Shown at once: what is taken out after it must not make a sequence of it.
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

/** How much of the end of a text is a sequence whose end has not come yet. */
export function cutLength(text: string): number {
  return CUT.exec(text.slice(-LONGEST_CUT))?.[0].length ?? 0;
}

function dropCut(text: string): string {
  const cut = cutLength(text);
  return cut === 0 ? text : text.slice(0, text.length - cut);
}

/** Styles that text of others may have: weight, slant, lines, colours. None blinks, hides or changes the alphabet. */
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
  /** As all terminals read it; null of one that none does, or that only a line would have. */
  readonly parameters: string | null;
  readonly length: number;
}

/** A colour of text or ground by its number or its parts, divided in one way or the other. */
function toColour(words: readonly string[], at: number): Colour | null {
  const [kind = '', ...inner] = (words[at] ?? '').split(':');
  if (!/^0*[345]8$/.test(kind)) return null;
  if (inner.length > 0) {
    // Between colons the colour space comes first, and is mostly empty.
    const values = inner.length > 4 ? inner.toSpliced(1, 1) : inner;
    return { parameters: toParameters(kind, values), length: 1 };
  }
  const count = countOf(words[at + 1]);
  // What follows an unknown kind would be read in different ways: nothing of it is kept.
  if (count === 0) return { parameters: null, length: words.length - at };
  return { parameters: toParameters(kind, words.slice(at + 1, at + 2 + count)), length: count + 2 };
}

/** How many values belong to a kind of colour; none to one that is not known. */
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
