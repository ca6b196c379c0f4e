import type { Lines } from '../paint/layout/view.ts';
import { widthOf, wrapCells } from '../paint/layout/wrap.ts';

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

/** The tail with more rows above its last ones. */
export function insertRows(tail: PrintedTail, below: number, rows: Lines): PrintedTail {
  if (rows.length === 0) return tail;
  const last = lastRows(tail, below);
  return addBlock(addBlock(dropRows(tail, last.length), asWrapped(rows), rows), asWrapped(last), last);
}

function dropRows({ blocks, rows }: PrintedTail, count: number): PrintedTail {
  const kept = [...blocks];
  let left = count;
  while (left > 0) {
    const { rows: own = left, lines = [] } = kept.pop() ?? {};
    left -= own;
    const rest = lines.slice(0, left);
    if (left < 0) kept.push({ block: asWrapped(rest), rows: rest.length, lines: rest });
  }
  return { blocks: kept, rows: rows - count };
}

/** A block, and the share of it, 0 to 1, that is visible. */
export interface SeenBlock {
  readonly block: Block;
  readonly share: number;
}

/** All blocks, with the share of each that is within a number of rows from the end. */
export function sharesWithin({ blocks }: PrintedTail, rows: number): readonly SeenBlock[] {
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

/** The window after the terminal has wrapped its rows again. */
export interface Rewrapped {
  readonly width: number;
  /** How many of its rows show printed ones, at the new width. */
  readonly room: number;
  /** The last printed rows, which a panel covers. They are nowhere else. */
  readonly covered: number;
}

/** Printed blocks, split at the first row of the window. */
export interface SplitTail {
  /** In the scrollback, as the terminal wrapped it. It comes back if the window becomes taller. */
  readonly above: PrintedTail;
  readonly within: readonly SeenBlock[];
}

/**
 * Splits what was printed after the terminal has wrapped its rows again. Of a block that is in the scrollback and in the
 * window, both parts stay as the terminal wrapped them.
 */
export function splitTail({ blocks, rows }: PrintedTail, { width, room, covered }: Rewrapped): SplitTail {
  const within: SeenBlock[] = [];
  let rest: Rest = { hidden: covered, room: Math.max(0, room) };
  let counted = 0;
  for (const [at, { block, lines, rows: own }] of [...blocks.entries()].toReversed()) {
    const { from, ...next } = fitRows(lines, width, rest);
    counted += own;
    if (from > 0 || lines.length < own) {
      const pieces = from === 0 ? [] : wrapCells(lines[from - 1] ?? '', width);
      const cut = pieces.length - next.room;
      const parts = joinRows(lines, from, [pieces.slice(0, cut), pieces.slice(cut)]);
      if (parts.within.length > 0) within.unshift({ block: asWrapped(parts.within), share: 1 });
      const above = { blocks: blocks.slice(0, at), rows: Math.max(0, rows - counted) };
      return { above: addBlock(above, asWrapped(parts.above), parts.above), within };
    }
    within.unshift({ block, share: 1 });
    rest = next;
  }
  return { above: { blocks: [], rows: Math.max(0, rows - counted) }, within };
}

/** What is left: printed rows that a panel covers, and rows of the window. */
interface Rest {
  readonly hidden: number;
  readonly room: number;
}

/** How many of the last rows fit, as the index of the first one. */
function fitRows(lines: Lines, width: number, rest: Rest): Rest & { readonly from: number } {
  let { hidden, room } = rest;
  let from = lines.length;
  while (from > 0) {
    const needed = toRows(lines[from - 1] ?? '', width);
    if (hidden === 0 && room < needed) break;
    from -= 1;
    if (hidden > 0) hidden -= 1;
    else room -= needed;
  }
  return { from, hidden, room };
}

/** Joins what is above and within, with the pieces of the row between them. */
function joinRows(lines: Lines, from: number, [above, within]: readonly [Lines, Lines]): SplitRows {
  const join = (pieces: Lines): Lines => (pieces.length === 0 ? [] : [pieces.join('')]);
  return {
    above: [...lines.slice(0, Math.max(0, from - 1)), ...join(above)],
    within: [...join(within), ...lines.slice(from)],
  };
}

interface SplitRows {
  readonly above: Lines;
  readonly within: Lines;
}

/** Rows that are only wrapped, as a terminal does it. */
function asWrapped(rows: Lines): Block {
  return (width) => rows.flatMap((row) => wrapCells(row, width));
}

/** The rows that a terminal needs for one. */
export function toRows(line: string, width: number): number {
  return Math.max(1, Math.ceil(widthOf(line) / width));
}
