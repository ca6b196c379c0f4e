import { limits } from './limits.ts';

/** The shell language of a line. Syntax that only Bash has is refused for other shells. */
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

/** What has been counted so far in a line, including the texts in it that shells would parse. */
export interface Counts {
  commands: number;
  words: number;
  parts: number;
}

/** Starts all counts at zero. */
export function createCounts(): Counts {
  return { commands: 0, words: 0, parts: 0 };
}

/** A cursor at the start of a line. */
export function createCursor(line: string, dialect: Dialect, counts: Counts): Cursor {
  return { line, dialect, at: 0, why: null, depth: 0, counts };
}

/** Gives up on the line. The first reason is kept. */
export function refuse(cursor: Cursor, why: string): void {
  cursor.why ??= why;
  cursor.at = cursor.line.length;
}

/** Counts one more item, and refuses the line if there are too many. */
export function count(cursor: Cursor, what: keyof Counts): void {
  cursor.counts[what] += 1;
  if (cursor.counts[what] > limits[what]) refuse(cursor, `it has more than ${limits[what]} ${what}`);
}

/** Runs `inside` one nesting level deeper. */
export function descend<Result>(cursor: Cursor, inside: () => Result): Result {
  cursor.depth += 1;
  if (cursor.depth > limits.depth) refuse(cursor, `it is nested more than ${limits.depth} levels deep`);
  const result = inside();
  cursor.depth -= 1;
  return result;
}

/** The next character, or one further ahead. Empty at the end of the line. */
export function peek(cursor: Cursor, ahead = 0): string {
  return cursor.line[cursor.at + ahead] ?? '';
}
