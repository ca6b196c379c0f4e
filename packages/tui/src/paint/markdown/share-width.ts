import { widthOf } from '../layout/wrap.ts';

/** Narrower columns would break words. */
const LEAST = 6;
/** Longer words may be broken. */
const LONGEST_WORD = 14;

/** The column widths with which a table fits, or null if a column would be too narrow. */
export function shareWidth(rows: readonly (readonly string[])[], room: number): readonly number[] | null {
  const count = rows[0]?.length ?? 0;
  const columns = Array.from({ length: count }, (_, at) => rows.map((row) => row[at] ?? ''));
  const wanted = columns.map((cells) => Math.max(1, ...cells.map(widthOfCell)));
  if (sum(wanted) <= room) return wanted;
  const least = columns.map((cells, at) =>
    Math.min(wanted[at] ?? 1, Math.max(LEAST, Math.min(LONGEST_WORD, longestWord(cells)))),
  );
  return sum(least) > room ? null : grow(least, wanted, room);
}

const sum = (numbers: readonly number[]): number => numbers.reduce((total, number) => total + number, 0);

function widthOfCell(cell: string): number {
  return cell.includes('\n') ? Math.max(...cell.split('\n').map(widthOf)) : widthOf(cell);
}

function longestWord(cells: readonly string[]): number {
  return cells.reduce((most, cell) => Math.max(most, ...cell.split(/\s/).slice(0, 200).map(widthOf)), 1);
}

/** Distributes the remaining width equally among columns that need more. */
function grow(least: readonly number[], wanted: readonly number[], room: number): readonly number[] {
  const widths = [...least];
  let left = room - sum(least);
  while (left > 0) {
    const hungry = widths.flatMap((width, at) => (width < (wanted[at] ?? 0) ? [at] : []));
    if (hungry.length === 0) break;
    const share = Math.max(1, Math.floor(left / hungry.length));
    for (const at of hungry) {
      const more = Math.min(share, left, (wanted[at] ?? 0) - (widths[at] ?? 0));
      widths[at] = (widths[at] ?? 0) + more;
      left -= more;
    }
  }
  return widths;
}
