import { stripSequences } from '@bowline/protocol/plain';

/** What a terminal acts on and nobody sees; but for tab, newline, backspace, carriage return, and ESC, which is done with. */
const CONTROLS = /[\u0000-\u0007\u000B\u000C\u000E-\u001A\u001C-\u001F\u007F-\u009F]/g;
const PARTS = /\u001B\[[\d;:]*m|[^]/gu;

/** What is left of an output without its escape sequences, but for colours where they are wanted. */
export function stripEscapes(output: string, { keepsColours }: { readonly keepsColours: boolean }): string {
  return stripSequences(output, keepsColours).replaceAll(CONTROLS, '');
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
