/** Prose, results and totals end here, however wide the window is. Code, diffs, tables and the dock use all of it. */
const MEASURE = 100;
/** The agent's words begin after this margin, and the user's after their sign. */
export const GUTTER = 2;
/** In a window this narrow, columns are not aligned. */
const NARROW = 60;

/** The last column of prose in a window of this width. */
export function measureOf(width: number): number {
  return Math.min(width, MEASURE);
}

/** The width of prose inside the margin. */
export function proseWidth(width: number): number {
  return Math.min(width, MEASURE - GUTTER);
}

/** Whether there is too little room for columns. */
export function isNarrow(width: number): boolean {
  return width < NARROW;
}
