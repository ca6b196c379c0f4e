import { cleanText } from '../layout/clean-text.ts';
import { RESET } from '@bowline/protocol/plain';
import type { Lines, View } from '../layout/view.ts';
import { widthOf, wrapCells } from '../layout/wrap.ts';

/** The number of characters at the end of a running command's output that are read. */
const LOOKED_AT = 16 * 1024;
const SHELL_TAB = 8;

/** The last rows of a command's output so far, in its colors, without empty ones: they would take the place of others. */
export function paintTail(output: string, view: View, rows: number): Lines {
  return paintEnd(output, view)
    .filter((row) => widthOf(row) > 0)
    .slice(-rows);
}

/** The end of a command's output so far, as long as it is read. */
export function paintEnd(output: string, view: View): Lines {
  return paintOutput(fromLineStart(output).trimEnd(), view);
}

/** Paints the output of a command in its colors, as a terminal leaves it. */
export function paintOutput(output: string, view: View): Lines {
  return paintClean(
    cleanText(output, { keepsStyles: view.theme.colours > 0, isOutput: true, tabSize: SHELL_TAB }),
    view,
  );
}

/** Paints any other text in its colors, with the characters that would overwrite it. */
export function paintPlain(text: string, view: View): Lines {
  return paintClean(cleanText(text, { keepsStyles: view.theme.colours > 0, tabSize: SHELL_TAB }), view);
}

function paintClean(text: string, { width }: View): Lines {
  if (text === '') return [];
  return wrapCells(text.includes('\u001B') ? text + RESET : text, width).map(dropLoneReset);
}

function dropLoneReset(row: string): string {
  return row.endsWith(RESET) && row.indexOf('\u001B') === row.length - RESET.length ? row.slice(0, -RESET.length) : row;
}

/** The end, starting at a line start or a carriage return: the text before may be half an escape sequence. */
function fromLineStart(output: string): string {
  if (output.length <= LOOKED_AT) return output;
  const end = output.slice(-LOOKED_AT);
  return end.slice(end.search(/[\r\n]/) + 1);
}

/** Dims output, except rows with their own colors. */
export function dimOutput(rows: Lines, { theme }: View): Lines {
  return rows.map((row) => (row.includes('\u001B') ? row : theme.dim(row)));
}
