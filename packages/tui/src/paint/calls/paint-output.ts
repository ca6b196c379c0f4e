import { cleanText } from '../layout/clean-text.ts';
import { RESET } from '@bowline/protocol/plain';
import type { Lines, View } from '../layout/view.ts';
import { wrapCells } from '../layout/wrap.ts';

/** Of a running command so much of the end is looked at, however much it printed. */
const LOOKED_AT = 16 * 1024;
const SHELL_TAB = 8;

/** The last rows of what a command has printed so far, in its colours. */
export function paintTail(output: string, view: View, rows: number): Lines {
  const all = paintOutput(fromLineStart(output).trimEnd(), view);
  const hidden = all.length - rows;
  return hidden <= 0 ? all : all.slice(hidden);
}

/** What was printed, in its colours. */
export function paintOutput(output: string, { theme, width }: View): Lines {
  if (output === '') return [];
  const text = cleanText(output, { keepsStyles: theme.colours > 0, tabSize: SHELL_TAB });
  return wrapCells(text.includes('\u001B') ? text + RESET : text, width).map(dropLoneReset);
}

function dropLoneReset(row: string): string {
  return row.endsWith(RESET) && row.indexOf('\u001B') === row.length - RESET.length ? row.slice(0, -RESET.length) : row;
}

/** Its end, from where a line begins or is drawn anew: what comes before may be half of a sequence. */
function fromLineStart(output: string): string {
  if (output.length <= LOOKED_AT) return output;
  const end = output.slice(-LOOKED_AT);
  return end.slice(end.search(/[\r\n]/) + 1);
}

/** Output steps back, but for what has colours of its own. */
export function dimOutput(rows: Lines, { theme }: View): Lines {
  return rows.map((row) => (row.includes('\u001B') ? row : theme.dim(row)));
}
