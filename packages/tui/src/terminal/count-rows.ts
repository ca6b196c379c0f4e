import type { Lines } from '../paint/layout/view.ts';
import type { Frame } from './paint-frame.ts';
import { lastRows, toRows, type PrintedTail } from './printed-tail.ts';

/** Rows of a frame, the width that the terminal wraps them to, and the frames of the last moments. */
interface WrappedRows {
  readonly from: number;
  readonly to: number;
  readonly columns: number;
  readonly recent: readonly Lines[];
}

/** How many rows a terminal makes of them. Some do not wrap the row of the cursor. One that was written since is not. */
export function countWrapped({ lines, cursor }: Frame, { from, to, columns, recent }: WrappedRows): number {
  let count = 0;
  for (let at = from; at < to; at += 1) {
    const line = lines[at] ?? '';
    const isSteady = recent.every((each) => each.at(at - lines.length) === line);
    count += at !== cursor?.row && isSteady ? toRows(line, columns) : 1;
  }
  return count;
}

/** Bowline's own rows, and the width that the terminal wraps them to. */
interface OwnRows {
  readonly frame: Frame;
  readonly covered: number;
  readonly tail: PrintedTail;
  readonly columns: number;
}

/** How many rows above the cursor are Bowline's own, below the output of other programs. */
export function countOwn({ frame, covered, tail, columns }: OwnRows): number {
  const printed = lastRows(tail, tail.rows);
  const above = frame.lines.slice(0, frame.cursor?.row ?? frame.lines.length - 1);
  return [...printed.slice(0, printed.length - covered), ...above].reduce(
    (sum, line) => sum + toRows(line, columns),
    Math.floor((frame.cursor?.column ?? 0) / columns),
  );
}
