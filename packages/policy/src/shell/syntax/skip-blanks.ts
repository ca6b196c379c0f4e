import { count, peek, type Cursor } from './cursor.ts';

/** Skips spaces, tabs and escaped line ends. */
export function skipBlanks(cursor: Cursor): void {
  for (;;) {
    const char = peek(cursor);
    if (char === ' ' || char === '\t') cursor.at += 1;
    else if (char === '\\' && peek(cursor, 1) === '\n') {
      cursor.at += 2;
      count(cursor, 'parts');
    } else return;
  }
}

/** Skips what may precede a command: blanks, line ends and comments. */
export function skipToCommand(cursor: Cursor): void {
  for (;;) {
    skipBlanks(cursor);
    skipComment(cursor);
    if (peek(cursor) !== '\n') return;
    cursor.at += 1;
  }
}

/** Skips a comment up to the end of its row. Call it only between words. */
export function skipComment(cursor: Cursor): void {
  if (peek(cursor) !== '#') return;
  count(cursor, 'parts');
  const end = cursor.line.indexOf('\n', cursor.at);
  cursor.at = end === -1 ? cursor.line.length : end;
}
