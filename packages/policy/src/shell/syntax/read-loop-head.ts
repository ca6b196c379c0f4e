import { peek, refuse, type Cursor } from './cursor.ts';
import { endsWord, readWord, type ReadSubstitution } from './read-word.ts';
import type { ShellWord } from './shell-word.ts';
import { skipBlanks, skipToCommand } from './skip-blanks.ts';

/** Only short lower-case names, because no program or shell uses variables with such names. */
const NAME = /^[a-z][a-z0-9]{0,15}$/;

/** Whether a loop begins here. */
export function isAtLoop(cursor: Cursor): boolean {
  return cursor.line.startsWith('for', cursor.at) && endsWord(peek(cursor, 3));
}

/**
 * Reads `for NAME in WORDS; do`, and returns all but the end of it as if it were a command. In the loop the words are
 * only `$NAME`, but a search for files in the line should find them.
 */
export function readLoopHead(cursor: Cursor, readSubstitution: ReadSubstitution): readonly ShellWord[] {
  const words: ShellWord[] = [];
  while (!endsWord(peek(cursor)) && peek(cursor) !== '#') {
    words.push(readWord(cursor, readSubstitution));
    skipBlanks(cursor);
  }
  if (!isUsualHead(words) || !';\n'.includes(peek(cursor))) refuse(cursor, 'a loop other than over words');
  cursor.at += 1;
  skipToCommand(cursor);
  if (!cursor.line.startsWith('do', cursor.at) || !' \t\n'.includes(peek(cursor, 2)))
    refuse(cursor, 'a loop without do');
  cursor.at += 2;
  return words;
}

function isUsualHead([, name, preposition, ...values]: readonly ShellWord[]): boolean {
  if (name?.isBare !== true || preposition?.isBare !== true) return false;
  return NAME.test(name.text) && preposition.text === 'in' && values.length > 0;
}
