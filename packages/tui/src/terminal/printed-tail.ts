import type { Lines } from '../paint/layout/view.ts';

/** Something that is printed for good: painted again when the window gets another width while it can still be seen. */
export type Block = (width: number) => Lines;

/** The end of what was printed, at least as much of it as a window can show. All before it is the terminal's alone. */
export interface PrintedTail {
  readonly blocks: readonly { readonly block: Block; readonly rows: number }[];
  /** How many rows were printed in all, or since everything was painted again. */
  readonly rows: number;
}

export const EMPTY_TAIL: PrintedTail = { blocks: [], rows: 0 };

/** More rows than windows have; what is kept has to be small. */
const MAX_ROWS = 300;

/** The tail after one more block was printed. */
export function addBlock(tail: PrintedTail, block: Block, rows: number): PrintedTail {
  if (rows === 0) return tail;
  const blocks = [...tail.blocks, { block, rows }];
  let kept = 0;
  let from = blocks.length;
  while (from > 0 && kept < MAX_ROWS) {
    from -= 1;
    kept += blocks[from]?.rows ?? 0;
  }
  return { blocks: blocks.slice(from), rows: tail.rows + rows };
}

/** All blocks, with how much of each is within so many rows from the end: from none of it (0) to all (1). */
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
