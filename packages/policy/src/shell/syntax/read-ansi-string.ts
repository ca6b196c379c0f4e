import { refuse, type Cursor } from './cursor.ts';
import type { WordBuilder } from './word-builder.ts';

const ESCAPES: ReadonlyMap<string, string> = new Map([
  ['n', '\n'],
  ['t', '\t'],
  ['\\', '\\'],
  ["'", "'"],
  ['"', '"'],
]);

/** Reads `$'...'` with the escapes that do not depend on an encoding. Others are refused. */
export function readAnsiString(cursor: Cursor, word: WordBuilder): void {
  word.noteQuote();
  cursor.at += 2;
  let char = cursor.line[cursor.at];
  while (char !== "'") {
    const resolved = char === '\\' ? ESCAPES.get(cursor.line[cursor.at + 1] ?? '') : char;
    if (resolved === undefined) {
      refuse(cursor, 'a $-quote is not closed or has an unusual escape');
      return;
    }
    word.addText(resolved);
    cursor.at += char === '\\' ? 2 : 1;
    char = cursor.line[cursor.at];
  }
  cursor.at += 1;
}
