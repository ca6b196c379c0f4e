import { limits } from './limits.ts';

/** Whose language a line is in: what only bash knows is refused for another shell. */
export type Dialect = 'bash' | 'posix';

/**
 * The position in a line. A parser that meets anything outside the allow list refuses: the cursor moves to the end,
 * which stops all parsing, and `why` says that nothing parsed so far counts.
 */
export interface Cursor {
  readonly line: string;
  readonly dialect: Dialect;
  at: number;
  why: string | null;
  depth: number;
  readonly counts: Counts;
}

/** How much there has been so far, of a line and of the texts in it that shells would read. */
export interface Counts {
  commands: number;
  words: number;
  parts: number;
}

/** Nothing so far. */
export function createCounts(): Counts {
  return { commands: 0, words: 0, parts: 0 };
}

/** A cursor at the start of a line. */
export function createCursor(line: string, dialect: Dialect, counts: Counts): Cursor {
  return { line, dialect, at: 0, why: null, depth: 0, counts };
}

/** Gives up on the line; the first reason is kept. */
export function refuse(cursor: Cursor, why: string): void {
  cursor.why ??= why;
  cursor.at = cursor.line.length;
}

/** Counts one more of something, and refuses when that is too many. */
export function count(cursor: Cursor, what: keyof Counts): void {
  cursor.counts[what] += 1;
  if (cursor.counts[what] > limits[what]) refuse(cursor, `it has more than ${limits[what]} ${what}`);
}

/** Goes one level down for as long as `inside` runs. */
export function descend<Result>(cursor: Cursor, inside: () => Result): Result {
  cursor.depth += 1;
  if (cursor.depth > limits.depth) refuse(cursor, `it is nested more than ${limits.depth} levels deep`);
  const result = inside();
  cursor.depth -= 1;
  return result;
}

/** The character that comes, or one after it; empty at the end of the line. */
export function peek(cursor: Cursor, ahead = 0): string {
  return cursor.line[cursor.at + ahead] ?? '';
}
