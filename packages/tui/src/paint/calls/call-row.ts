import { isNarrow, measureOf } from '../layout/measure.ts';
import type { View } from '../layout/view.ts';
import { padEnd, truncate, truncateMiddle, widthOf } from '../layout/wrap.ts';

/** A call on one row: sign, verb, target, and its result at a fixed column. */
export interface CallRow {
  /** One cell, styled. */
  readonly sign: string;
  readonly verb: string;
  readonly target: string;
  /** Styled. */
  readonly result: string;
  /** A path is cut in the middle, other text at its end. */
  readonly isPath?: boolean;
}

const INDENT = 4;
const VERB_CELLS = 7;
/** The name of a tool that Bowline does not know may be long. */
const LONGEST_VERB = 24;
/** At least this much of a target is shown before the result is cut. */
const LEAST_TARGET = 8;

/** The column of targets and of what follows below them. */
export function bodyIndent(width: number): number {
  return isNarrow(width) ? INDENT + 2 : INDENT + 2 + VERB_CELLS + 1;
}

/** Paints the row of a call: `    ✓ Run     npm test                28 passed`. */
export function paintCallRow({ sign, verb, target, result, isPath = false }: CallRow, view: View): string {
  const { theme, width } = view;
  const named = truncate(verb, LONGEST_VERB);
  const name = isNarrow(width) ? named : padEnd(named, VERB_CELLS);
  const start = `${' '.repeat(INDENT)}${sign} ${theme.dim(name)}`;
  const measure = measureOf(width);
  const left = measure - widthOf(start) - 1;
  const end = truncate(result, Math.max(0, left - Math.min(LEAST_TARGET, widthOf(target)) - 2));
  const room = end === '' ? left : left - widthOf(end) - 2;
  const shown = isPath ? truncateMiddle(target, room) : truncate(target, room);
  const row = `${start} ${shown}`;
  return end === '' ? row.trimEnd() : padEnd(row, measure - widthOf(end)) + end;
}
