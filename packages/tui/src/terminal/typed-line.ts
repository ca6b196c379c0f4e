import { graphemesOf } from '../editor/graphemes.ts';
import type { TypedLine } from '../paint/layout/typed-line.ts';
import { widthOf } from '../paint/layout/wrap.ts';

/** The part of a line that is on the screen: what is before the cursor and what is after it. */
export interface ShownLine {
  readonly label: string;
  readonly left: string;
  readonly right: string;
}

export const ERASE_LINE = '\r\u001B[K';
const ERASE_REST = '\u001B[0m\u001B[K';

/** The part of a line that fits in one row. If it is too long, it moves by half a row at a time. */
export function toShownLine({ label, text, cursor }: TypedLine, columns: number): ShownLine {
  const room = Math.max(2, columns - 2 - widthOf(label));
  const [before, after] = [text.slice(0, cursor), text.slice(cursor)];
  const over = widthOf(before) - room;
  const step = Math.max(1, Math.floor(room / 2));
  const left = over <= 0 ? before : dropCells(before, Math.ceil(over / step) * step);
  return { label, left, right: takeCells(after, room - widthOf(left)) };
}

/** What a plain line editor writes when its line changes. It never leaves the row. */
export function paintTyping(before: ShownLine | null, next: ShownLine): string {
  if (before?.label !== next.label) return paintLine(next);
  const [old, fresh] = [before.left + before.right, next.left + next.right];
  if (old === fresh) {
    if (next.left.length < before.left.length) return moveTo(next);
    return next.left.slice(before.left.length);
  }
  if (before.right !== '' || next.right !== '') return paintLine(next);
  if (next.left.startsWith(before.left)) return next.left.slice(before.left.length);
  if (!before.left.startsWith(next.left)) return paintLine(next);
  return `${moveTo(next)}${ERASE_REST}`;
}

/** From the first column, so that no move follows text: text could hold the same characters. */
function moveTo({ label, left }: ShownLine): string {
  return `\r\u001B[${widthOf(label) + 1 + widthOf(left)}C`;
}

function paintLine(next: ShownLine): string {
  const line = `${ERASE_LINE}${next.label} ${next.left}${next.right}`;
  return next.right === '' ? line : `${line}${moveTo(next)}`;
}

function dropCells(text: string, cells: number): string {
  let left = cells;
  return graphemesOf(text)
    .filter((each) => {
      const isDropped = left > 0;
      left -= widthOf(each.text);
      return !isDropped;
    })
    .map((each) => each.text)
    .join('');
}

function takeCells(text: string, cells: number): string {
  let left = cells;
  return graphemesOf(text)
    .filter((each) => {
      left -= widthOf(each.text);
      return left >= 0;
    })
    .map((each) => each.text)
    .join('');
}
