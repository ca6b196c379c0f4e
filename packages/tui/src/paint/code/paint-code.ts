import { paintWithin } from '../layout/narrow.ts';
import type { Lines, View } from '../layout/view.ts';
import { wrapCells } from '../layout/wrap.ts';
import { highlight } from './highlight.ts';

/** Code with longer lines is not colored: they are slow to color and rarely read. */
const MAX_LINE = 500;
const MAX_LENGTH = 12 * 1024;

/** Paints code in color, indented to set it apart from text, with nothing else around it that would be copied. */
export function paintCode({ code, language }: { readonly code: string; readonly language: string }, view: View): Lines {
  if (code === '') return [];
  const isColoured = view.theme.colours > 0 && code.length <= MAX_LENGTH && !hasLongLine(code);
  const lines = (isColoured ? (highlight(code, language, view.theme) ?? code) : code).split('\n');
  return paintWithin('  ', view, ({ width }) => lines.flatMap((line) => wrapCells(line, width)));
}

function hasLongLine(code: string): boolean {
  for (let at = 0; at < code.length;) {
    const end = code.indexOf('\n', at);
    if ((end === -1 ? code.length : end) - at > MAX_LINE) return true;
    if (end === -1) return false;
    at = end + 1;
  }
  return false;
}
