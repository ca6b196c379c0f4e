/** The window and the draft, which determine what is left for sections of the dock. */
export interface RoomFacts {
  readonly rows: number;
  readonly width: number;
  /** Rows of the draft. */
  readonly draft: number;
}

/** The rows of content that a section of the dock can have. */
export interface Rooms {
  readonly question: number;
  readonly panel: number;
  readonly menu: number;
}

/** The three rules of a dock with a section. */
const RULES = 3;
/** A panel takes at most this share of the window, */
const PANEL_SHARE = 0.6;
/** but may have this many rows in any case. */
const LEAST_PANEL = 8;
const MOST_CANDIDATES = 8;

/** One row of the window always stays free, because a frame as tall as the window would scroll it. */
export function planRooms({ rows, width, draft }: RoomFacts): Rooms {
  const place = rows < 20 || width < 60 ? 0 : 1;
  // The blank row above the dock.
  const blank = rows < 20 ? 0 : 1;
  const question = Math.max(1, rows - 1 - RULES - place - draft - blank);
  const panel = Math.max(1, Math.min(question, Math.max(LEAST_PANEL, Math.floor(rows * PANEL_SHARE)) - 2));
  return { question, panel, menu: Math.min(MOST_CANDIDATES, panel) };
}

/** The window rows of which the draft takes its share: fewer in a small window while a question is shown. */
export function rowsForDraft(rows: number, hasQuestion: boolean): number {
  return hasQuestion && rows < 20 ? Math.floor(rows / 3) : rows;
}
