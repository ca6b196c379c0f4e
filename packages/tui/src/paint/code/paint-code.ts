import { paintWithin } from '../layout/narrow.ts';
import type { Lines, View } from '../layout/view.ts';
import { wrapCells } from '../layout/wrap.ts';
import { highlight } from './highlight.ts';

/** Nobody reads such lines, and they are slow to colour. */
const MAX_LINE = 500;
const MAX_LENGTH = 12 * 1024;

/** Code in its colours, set in a little so that it can be told from words, with nothing else around it to copy. */
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
