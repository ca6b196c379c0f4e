import type { Lines, View } from './view.ts';
import { textTexts } from '../../texts/transcript-texts.ts';

/** Shows how many rows are hidden. */
export function paintHidden(count: number, { theme }: View): string {
  return theme.dim(textTexts.moreRows(count));
}

/** The first and last rows of a long text, with a row between them that shows how many are hidden. */
export function foldRows(lines: Lines, view: View, most: Fold): Lines {
  const { head, tail } = most;
  const hidden = lines.length - head - tail;
  if (view.isUnfolded || hidden <= 1) return lines;
  return [...lines.slice(0, head), paintHidden(hidden, view), ...lines.slice(lines.length - tail)];
}

/** How many rows of a long text are shown. */
export interface Fold {
  readonly head: number;
  readonly tail: number;
}

interface FoldedPaint extends Fold {
  readonly paint: (part: string) => Lines;
}

/** Longer lines of a folded text are cut before painting. */
const MAX_LINE = 4096;

/**
 * Paints only the visible lines of a long text: the first and the last ones, with a row between them that shows how
 * many are hidden.
 */
export function paintFolded(text: string, view: View, { paint, ...fold }: FoldedPaint): Lines {
  if (text === '') return [];
  const lines = text.split('\n');
  const { head, tail } = fold;
  const isShort = lines.length <= head + tail + 1 && text.length <= MAX_LINE;
  if (view.isUnfolded || isShort) return foldRows(paint(text), view, fold);
  const toText = (part: readonly string[]): string => part.map((line) => line.slice(0, MAX_LINE)).join('\n');
  const first = paint(toText(lines.slice(0, head)));
  const last =
    tail === 0 || lines.length <= head ? [] : paint(toText(lines.slice(Math.max(head, lines.length - tail))));
  const hidden =
    Math.max(0, lines.length - head - tail) + Math.max(0, first.length - head) + Math.max(0, last.length - tail);
  const shown = [...first.slice(0, head), ...(hidden === 0 ? [] : [paintHidden(hidden, view)])];
  return [...shown, ...last.slice(Math.max(0, last.length - tail))];
}
