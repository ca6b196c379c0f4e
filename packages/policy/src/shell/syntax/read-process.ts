import { descend, peek, refuse, type Cursor } from './cursor.ts';
import { endsWord, type ReadSubstitution } from './read-word.ts';
import type { ShellWord } from './shell-word.ts';

/** Whether a word `<(...)` begins here, which becomes a file with the output of commands. */
export function isAtProcess(cursor: Cursor): boolean {
  return peek(cursor) === '<' && peek(cursor, 1) === '(' && cursor.dialect === 'bash';
}

/** Reads `<(...)`. The program receives a path below `/dev`, whatever the commands are. */
export function readProcess(cursor: Cursor, readSubstitution: ReadSubstitution): ShellWord {
  const start = cursor.at;
  cursor.at += 2;
  descend(cursor, () => {
    readSubstitution(cursor);
  });
  if (!endsWord(peek(cursor))) refuse(cursor, 'a word continues after <( )');
  const text = cursor.line.slice(start, cursor.at);
  return { text, yields: 'one', prefix: '/', isBare: false, isKnownFile: true, isPipe: true, start, end: cursor.at };
}
