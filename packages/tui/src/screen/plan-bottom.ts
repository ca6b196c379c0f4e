import type { Lines } from '../paint/layout/view.ts';

/** What stands at the bottom of the window besides a question or a panel. */
export interface BottomParts {
  /** Of the window. */
  readonly rows: number;
  readonly draft: Lines;
  /** The footer and what belongs to it. */
  readonly below: Lines;
  /** A question that is shown with its answers, not put off. */
  readonly hasQuestion: boolean;
}

/** How the bottom shares the window. */
export interface BottomPlan {
  /** Rows for the question or the panel. */
  readonly room: number;
  readonly below: Lines;
  /** Empty rows set the question apart. */
  readonly isSpaced: boolean;
}

/** A question with less room than this does without empty rows around it. */
const AMPLE = 10;
/** With less room than this it does without the footer: title, danger, answers and keys have to be seen. */
const ENOUGH = 6;

/** In a small window the empty rows make room for a question first, then the footer. */
export function planBottom({ rows, draft, below, hasQuestion }: BottomParts): BottomPlan {
  const room = Math.max(4, rows - 4 - draft.length - below.length);
  if (!hasQuestion || room >= AMPLE) return { room, below, isSpaced: true };
  // One row of the window always stays free: a frame as high as the window would scroll it.
  const close = rows - 1 - draft.length - below.length;
  if (close >= ENOUGH) return { room: close, below, isSpaced: false };
  return { room: Math.max(4, rows - 1 - draft.length), below: [], isSpaced: false };
}

/** The rows of the window that the draft may take its share of: fewer in a small one, while a question is above it. */
export function rowsForDraft(rows: number, hasQuestion: boolean): number {
  return hasQuestion && rows < 20 ? Math.floor(rows / 3) : rows;
}
