import { count, peek, refuse, type Cursor } from './cursor.ts';
import { isAtProcess, readProcess } from './read-process.ts';
import { isAtRedirection, readRedirection } from './read-redirection.ts';
import { endsWord, readWord, type ReadSubstitution } from './read-word.ts';
import type { ShellWord } from './shell-word.ts';
import type { Redirection, SimpleCommand } from './simple-command.ts';
import { skipBlanks } from './skip-blanks.ts';
import type { WordSpan } from './word-span.ts';

/** Keywords, with which Bash does not start a program. `time` is one too, but an ordinary command follows it. */
const RESERVED = new Set(
  '! { } [[ ]] if then elif else fi for select in while until do done case esac function coproc'.split(' '),
);
const ASSIGNMENT = /[A-Za-z_][A-Za-z0-9_]*(=|\+=|\[)/y;

/** The content between two separators. */
export interface ReadSimpleCommand {
  readonly command: Pick<SimpleCommand, 'assignments' | 'words' | 'redirections' | 'start' | 'end'>;
  readonly spans: readonly WordSpan[];
}

/** Reads assignments, a program with its words, and redirections anywhere among them. */
export function readSimpleCommand(cursor: Cursor, readSubstitution: ReadSubstitution): ReadSimpleCommand {
  count(cursor, 'commands');
  const start = cursor.at;
  const assignments: ShellWord[] = [];
  const words: ShellWord[] = [];
  const redirections: Redirection[] = [];
  const spans: WordSpan[] = [];
  let end = start;
  for (;;) {
    skipDescriptor(cursor);
    if (isAtArgument(cursor, words.length)) {
      const isAssignment = words.length === 0 && isAtAssignment(cursor);
      const word = readArgument(cursor, readSubstitution);
      (isAssignment ? assignments : words).push(word);
      spans.push(toSpan(isAssignment ? 'assignment' : words.length === 1 ? 'program' : 'word', word));
    } else if (isAtRedirection(cursor)) {
      const { word, redirection } = readRedirection(cursor, readSubstitution);
      if (word !== null) spans.push(toSpan('word', word));
      if (redirection !== null) redirections.push(redirection);
    } else break;
    end = cursor.at;
    skipBlanks(cursor);
  }
  checkProgram(cursor, words);
  return { command: { assignments, words, redirections, start, end }, spans };
}

/** Whether a word begins here. A comment is not a word. `<(...)` is one, but not as the program. */
function isAtArgument(cursor: Cursor, words: number): boolean {
  if (words > 0 && isAtProcess(cursor)) return true;
  return !endsWord(peek(cursor)) && peek(cursor) !== '#';
}

/** Skips the number of a file descriptor, such as the 2 in `2>`. */
export function skipDescriptor(cursor: Cursor): void {
  const descriptor = /[0-9]+(?=[<>])/y;
  descriptor.lastIndex = cursor.at;
  cursor.at += descriptor.exec(cursor.line)?.[0].length ?? 0;
}

function readArgument(cursor: Cursor, readSubstitution: ReadSubstitution): ShellWord {
  if (isAtProcess(cursor)) return readProcess(cursor, readSubstitution);
  const word = readWord(cursor, readSubstitution);
  const isVariable = word.text.startsWith('{') && (peek(cursor) === '<' || peek(cursor) === '>');
  if (isVariable) refuse(cursor, 'a file descriptor in a variable');
  return word;
}

function isAtAssignment(cursor: Cursor): boolean {
  ASSIGNMENT.lastIndex = cursor.at;
  const operator = ASSIGNMENT.exec(cursor.line)?.[1];
  if (operator === '+=' || operator === '[') refuse(cursor, 'it sets part of a variable');
  return operator === '=';
}

function checkProgram(cursor: Cursor, words: readonly ShellWord[]): void {
  const [program, ...rest] = words;
  if (program === undefined) refuse(cursor, 'part of it sets a variable or redirects without starting a program');
  else if (program.yields !== 'exact' || program.text === '') refuse(cursor, 'a program is not named');
  else if (isReserved(program)) refuse(cursor, `\`${program.text}\` is a shell keyword`);
  else if (program.isBare && program.text === 'time') checkTimed(cursor, rest);
}

function isReserved(word: ShellWord): boolean {
  return word.isBare && RESERVED.has(word.text);
}

/** After the keyword `time`, Bash reads on as at the start of a command. */
function checkTimed(cursor: Cursor, rest: readonly ShellWord[]): void {
  const first = rest.find(({ text }) => text !== '-p');
  if (first === undefined) {
    refuse(cursor, 'time has no command');
    return;
  }
  ASSIGNMENT.lastIndex = first.start;
  const isRead = first.yields === 'exact' && first.text !== 'time' && !isReserved(first);
  if (!isRead || ASSIGNMENT.test(cursor.line)) refuse(cursor, 'time applies to more than one program');
}

const toSpan = (role: WordSpan['role'], { start, end }: ShellWord): WordSpan => ({ role, start, end });
