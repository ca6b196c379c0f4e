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

/** How much of the end of a text is a sequence whose end has not come yet. */
export function cutLength(text: string): number {
  return CUT.exec(text.slice(-LONGEST_CUT))?.[0].length ?? 0;
}

function dropCut(text: string): string {
  const cut = cutLength(text);
  return cut === 0 ? text : text.slice(0, text.length - cut);
}

/** Blinking, and what would hide text from whoever reads it. */
const unwanted: ReadonlySet<string> = new Set(['5', '6', '8']);
const extended: ReadonlySet<string> = new Set(['38', '48', '58']);

/** The parameters of a style as sequences: a reset stands alone, so that whoever puts a style around finds it. */
function toStyles(parameters: string): string {
  const words = parameters.split(';').map((word) => word.replace(/^0+(?=\d)/, ''));
  let styles = '';
  let open: string[] = [];
  for (let at = 0; at < words.length; at += 1) {
    const word = words[at] ?? '';
    if (extended.has(word)) {
      const count = words[at + 1] === '2' ? 5 : 3;
      open.push(...words.slice(at, at + count));
      at += count - 1;
    } else if (word === '' || word === '0') {
      styles += RESET;
      open = [];
    } else if (!unwanted.has(word)) open.push(word);
  }
  return open.length === 0 ? styles : `${styles}\u001B[${open.join(';')}m`;
}
