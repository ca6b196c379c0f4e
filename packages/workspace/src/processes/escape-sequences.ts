import { applyBackspaces, dropControls, stripSequences } from '@bowline/protocol/plain';

/** Removes escape sequences, optionally keeping colors. */
export function stripEscapes(output: string, { keepsColours }: { readonly keepsColours: boolean }): string {
  return dropControls(stripSequences(output, keepsColours));
}

/** The number of carriage returns at the end of a text. */
export function trailingReturns(text: string): number {
  let at = text.length;
  while (at > 0 && text.charAt(at - 1) === '\r') at -= 1;
  return text.length - at;
}

/** The final state of a line that was redrawn with carriage returns or backspaces. */
export function toLastState(line: string): string {
  const drawn = line.slice(0, line.length - trailingReturns(line));
  return applyBackspaces(drawn.slice(drawn.lastIndexOf('\r') + 1));
}
