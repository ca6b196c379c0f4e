import type { Lines } from '../paint/layout/view.ts';

/** Permanently printed content. It is repainted when the width changes while it is visible. */
export type Block = (width: number) => Lines;

/** A block, the number of its rows, and the last ones as they were printed. */
interface PrintedBlock {
  readonly block: Block;
  readonly rows: number;
  readonly lines: Lines;
}

/** The end of the printed output, at least one window of it. Everything before it belongs to the terminal. */
export interface PrintedTail {
  readonly blocks: readonly PrintedBlock[];
  /** The number of rows printed in total, or since the last full repaint. */
  readonly rows: number;
}

export const EMPTY_TAIL: PrintedTail = { blocks: [], rows: 0 };

/** More rows than any window has, but few enough to keep. */
const MAX_ROWS = 300;

/** The tail after one more block. */
export function addBlock(tail: PrintedTail, block: Block, lines: Lines): PrintedTail {
  const rows = lines.length;
  if (rows === 0) return tail;
  const blocks = [...tail.blocks, { block, rows, lines: lines.slice(-MAX_ROWS) }];
  let kept = 0;
  let from = blocks.length;
  while (from > 0 && kept < MAX_ROWS) {
    from -= 1;
    kept += blocks[from]?.rows ?? 0;
  }
  return { blocks: blocks.slice(from), rows: tail.rows + rows };
}

/** All blocks, with the share of each, 0 to 1, that is within a number of rows from the end. */
export function sharesWithin(
  { blocks }: PrintedTail,
  rows: number,
): readonly { readonly block: Block; readonly share: number }[] {
  let room = rows;
  return blocks
    .toReversed()
    .map((each) => {
      const seen = Math.min(Math.max(0, room), each.rows);
      room -= each.rows;
      return { block: each.block, share: seen / each.rows };
    })
    .toReversed();
}

/** The last printed rows, as they were printed. */
export function lastRows({ blocks }: PrintedTail, count: number): Lines {
  const rows: Lines[] = [];
  let left = count;
  for (let at = blocks.length - 1; at >= 0 && left > 0; at -= 1) {
    const { lines = [] } = blocks[at] ?? {};
    rows.unshift(lines.slice(-left));
    left -= lines.length;
  }
  return rows.flat();
}
