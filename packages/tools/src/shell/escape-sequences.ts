/**
 * Escape sequences as terminals read them, each in time that grows with its length: CSI, strings such as titles and
 * links, and two-character ones. A string that does not end takes only its beginning with it.
 */
const SEQUENCE =
  /(?:\u001B\[|\u009B)[0-?]*[ -/]*[@-~]|(?:\u001B[\]PX^_]|[\u0090\u0098\u009D\u009E\u009F])[^\u0000-\u001F\u007F-\u009F]*(?:\u0007|\u001B\\|\u009C)|\u001B[ -/]*[0-~]/g;
const COLOUR = /^(?:\u001B\[|\u009B)([\d;:]*)m$/;
/** Goes to the first column of the line, as a carriage return does. */
const LINE_START = /^(?:\u001B\[|\u009B)[01]?G$/;
/** What a terminal acts on and nobody sees; but for tab, newline, backspace, carriage return, and ESC, which is done with. */
const CONTROLS = /[\u0000-\u0007\u000B\u000C\u000E-\u001A\u001C-\u001F\u007F-\u009F]/g;
const PARTS = /\u001B\[[\d;:]*m|[^]/gu;

/** What is left of an output without its escape sequences, but for colours where they are wanted. */
export function stripEscapes(output: string, { keepsColours }: { readonly keepsColours: boolean }): string {
  const kept: string[] = [];
  let from = 0;
  // Piece by piece: an ESC that belongs to no sequence is none of ours either.
  for (const match of output.matchAll(SEQUENCE)) {
    kept.push(stripControls(output.slice(from, match.index)), toKept(match[0], keepsColours));
    from = match.index + match[0].length;
  }
  kept.push(stripControls(output.slice(from)));
  return kept.join('');
}

function toKept(sequence: string, keepsColours: boolean): string {
  if (LINE_START.test(sequence)) return '\r';
  const colour = keepsColours ? COLOUR.exec(sequence) : null;
  return colour === null ? '' : `\u001B[${colour[1] ?? ''}m`;
}

function stripControls(text: string): string {
  return text.replaceAll(CONTROLS, '').replaceAll('\u001B', '');
}

/** How many carriage returns a text ends with. */
export function trailingReturns(text: string): number {
  let at = text.length;
  while (at > 0 && text.charAt(at - 1) === '\r') at -= 1;
  return text.length - at;
}

/** What a line shows in the end, when it was drawn again from its start, or backwards. */
export function toLastState(line: string): string {
  const drawn = line.slice(0, line.length - trailingReturns(line));
  const shown = drawn.slice(drawn.lastIndexOf('\r') + 1);
  return shown.includes('\b') ? applyBackspaces(shown) : shown;
}

/** As a terminal does: what comes after stands where it was. */
function applyBackspaces(line: string): string {
  const parts = line.match(PARTS) ?? [];
  const visible: number[] = [];
  const kept = [...parts];
  for (const [at, part] of parts.entries()) {
    if (part === '\b') {
      kept[at] = '';
      const before = visible.pop();
      if (before !== undefined) kept[before] = '';
    } else if (!part.startsWith('\u001B')) visible.push(at);
  }
  return kept.join('');
}
