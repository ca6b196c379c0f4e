import type { Lines } from '../paint/layout/view.ts';

/** The content at the bottom of the window besides a question or a panel. */
export interface BottomParts {
  /** Rows of the window. */
  readonly rows: number;
  readonly draft: Lines;
  /** The footer and related rows. */
  readonly below: Lines;
  /** A question is shown with its answers, not postponed. */
  readonly hasQuestion: boolean;
}

/** How the bottom of the window is divided. */
export interface BottomPlan {
  /** Rows for the question or the panel. */
  readonly room: number;
  readonly below: Lines;
  /** Empty rows surround the question. */
  readonly isSpaced: boolean;
}

/** With less room, a question has no empty rows around it. */
const AMPLE = 10;
/** With less room, there is no footer, so that title, danger, answers and keys stay visible. */
const ENOUGH = 6;

/** In a small window, a question first replaces the empty rows, then the footer. */
export function planBottom({ rows, draft, below, hasQuestion }: BottomParts): BottomPlan {
  const room = Math.max(4, rows - 4 - draft.length - below.length);
  if (!hasQuestion || room >= AMPLE) return { room, below, isSpaced: true };
  // One row always stays free, because a frame as tall as the window would scroll it.
  const close = rows - 1 - draft.length - below.length;
  if (close >= ENOUGH) return { room: close, below, isSpaced: false };
  return { room: Math.max(4, rows - 1 - draft.length), below: [], isSpaced: false };
}

/** The window rows of which the draft takes its share: fewer in a small window while a question is shown. */
export function rowsForDraft(rows: number, hasQuestion: boolean): number {
  return hasQuestion && rows < 20 ? Math.floor(rows / 3) : rows;
}
