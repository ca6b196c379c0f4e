import { createCursor, descend, peek, refuse, type Counts, type Cursor, type Dialect } from './cursor.ts';
import { isAtLoop, readLoopHead } from './read-loop-head.ts';
import { readRedirection, isAtRedirection } from './read-redirection.ts';
import { readSimpleCommand, skipDescriptor } from './read-simple-command.ts';
import type { Redirection, SimpleCommand } from './simple-command.ts';
import { skipBlanks, skipComment, skipToCommand } from './skip-blanks.ts';
import { endsWord } from './read-word.ts';
import type { ShellWord } from './shell-word.ts';
import type { WordSpan } from './word-span.ts';

/** The commands of a line, or why they cannot be relied on. */
export type ReadCommands =
  | { readonly kind: 'read'; readonly commands: readonly SimpleCommand[]; readonly spans: readonly WordSpan[] }
  | { readonly kind: 'refused'; readonly why: string };

/** What ends a list of commands. The empty string is the end of the line. */
type Closer = '' | ')' | '}' | 'done' | 'then' | 'elif' | 'else' | 'fi';

const BRANCH_ENDS = ['elif', 'else', 'fi'] as const;

interface Reading {
  readonly cursor: Cursor;
  readonly commands: SimpleCommand[];
  readonly spans: WordSpan[];
  substitutions: number;
  /** The variables of the enclosing loops with their values, outermost first. */
  loops: readonly (readonly [string, readonly ShellWord[]])[];
}

/**
 * Reads a line into its simple commands, in order. Groups, loops, subshells and substitutions are flattened. Takes one
 * pass, and refuses everything that Bash may read differently.
 */
export function readCommands(line: string, dialect: Dialect, counts: Counts): ReadCommands {
  const reading: Reading = {
    cursor: createCursor(line, dialect, counts),
    commands: [],
    spans: [],
    substitutions: 0,
    loops: [],
  };
  readList(reading, ['']);
  const { cursor, commands, spans } = reading;
  return cursor.why === null ? { kind: 'read', commands, spans } : { kind: 'refused', why: cursor.why };
}

/** Reads commands up to one of the closers and returns it. Returns the first closer if the line is refused. */
function readList<Each extends Closer>(reading: Reading, closers: readonly [Each, ...Each[]]): Each {
  const { cursor } = reading;
  for (let isEmpty = true; ; isEmpty = false) {
    skipToCommand(cursor);
    const closer = closers.find((each) => isAtCloser(cursor, each));
    if (closer !== undefined) {
      if (isEmpty) refuse(cursor, 'it has an empty group');
      cursor.at += closer.length;
      return closer;
    }
    if (peek(cursor) === '') {
      refuse(cursor, 'a bracket is not closed');
      return closers[0];
    }
    const start = reading.commands.length;
    readPipelines(reading);
    if (readSeparator(cursor, closers[0]) === '&') leaveRunning(reading.commands, start);
  }
}

function isAtCloser(cursor: Cursor, closer: Closer | 'if'): boolean {
  if (closer === '' || closer === ')') return peek(cursor) === closer;
  return cursor.line.startsWith(closer, cursor.at) && endsWord(peek(cursor, closer.length));
}

/** Commands before `&` may continue after the line has ended. */
function leaveRunning(commands: SimpleCommand[], start: number): void {
  commands.splice(start, Infinity, ...commands.slice(start).map((command) => ({ ...command, isBackground: true })));
}

function readSeparator(cursor: Cursor, closer: string): string {
  skipBlanks(cursor);
  skipComment(cursor);
  const char = peek(cursor);
  if (char === ';' || char === '&') cursor.at += 1;
  else if (char !== '' && char !== '\n' && !(char === ')' && closer === ')')) refuse(cursor, `an unexpected ${char}`);
  return char;
}

function readPipelines(reading: Reading): void {
  const { cursor } = reading;
  readPipeline(reading);
  for (;;) {
    skipBlanks(cursor);
    const operator = peek(cursor) + peek(cursor, 1);
    if (operator !== '&&' && operator !== '||') return;
    cursor.at += 2;
    skipToCommand(cursor);
    readPipeline(reading);
  }
}

function readPipeline(reading: Reading): void {
  const { cursor, commands } = reading;
  if (peek(cursor) === '!' && ' \t'.includes(peek(cursor, 1))) {
    cursor.at += 1;
    skipBlanks(cursor);
  }
  const start = commands.length;
  readCommand(reading, []);
  for (;;) {
    skipBlanks(cursor);
    if (peek(cursor) !== '|' || peek(cursor, 1) === '|') return;
    const hasErrors = peek(cursor, 1) === '&';
    if (hasErrors && cursor.dialect === 'posix') refuse(cursor, '|& means something else in sh');
    cursor.at += hasErrors ? 2 : 1;
    skipToCommand(cursor);
    readCommand(
      reading,
      commands.slice(start).flatMap(({ words }) => words.slice(0, 1).map(({ text }) => text)),
    );
  }
}

function readCommand(reading: Reading, fedBy: readonly string[]): void {
  const { cursor } = reading;
  if (peek(cursor) === '(' && peek(cursor, 1) !== '(') readGroup(reading, ')');
  else if (peek(cursor) === '{' && ' \t\n'.includes(peek(cursor, 1))) readGroup(reading, '}');
  else if (isAtLoop(cursor)) readLoop(reading);
  else if (isAtCloser(cursor, 'if')) readBranches(reading);
  else readProgram(reading, fedBy);
}

function readProgram(reading: Reading, fedBy: readonly string[]): void {
  const start = reading.commands.length;
  const simple = readSimpleCommand(reading.cursor, () => {
    readSubstitution(reading);
  });
  const inWords = reading.commands.slice(start).flatMap(({ words }) => words.slice(0, 1).map(({ text }) => text));
  reading.spans.push(...simple.spans);
  reading.commands.push({
    ...simple.command,
    kind: 'program',
    fedBy: [...fedBy, ...inWords],
    isSubstituted: reading.substitutions > 0,
    isBackground: false,
    isLooped: reading.loops.length > 0,
    loopWords: new Map(reading.loops),
  });
}

function readSubstitution(reading: Reading): void {
  reading.substitutions += 1;
  readList(reading, [')']);
  reading.substitutions -= 1;
}

function readGroup(reading: Reading, closer: ')' | '}'): void {
  reading.cursor.at += 1;
  readBody(reading, () => readList(reading, [closer]));
}

function readLoop(reading: Reading): void {
  const words = readLoopHead(reading.cursor, () => {
    readSubstitution(reading);
  });
  for (const { start, end } of words.slice(3)) reading.spans.push({ role: 'word', start, end });
  const place = { start: words[0]?.start ?? 0, end: words.at(-1)?.end ?? 0 };
  const isSubstituted = reading.substitutions > 0;
  reading.commands.push({
    ...place,
    kind: 'loop',
    words,
    isSubstituted,
    isBackground: false,
    isLooped: false,
    loopWords: new Map(reading.loops),
    assignments: [],
    redirections: [],
    fedBy: [],
  });
  const outer = reading.loops;
  const name = words[1]?.text ?? '';
  if (outer.some(([other]) => other === name)) refuse(reading.cursor, 'a loop in a loop sets the same variable');
  reading.loops = [...outer, [name, words.slice(3)]];
  readBody(reading, () => readList(reading, ['done']));
  reading.loops = outer;
}

/** Any branch and any condition may run, so all of them count as commands. */
function readBranches(reading: Reading): void {
  reading.cursor.at += 2;
  readBody(reading, () => {
    let end: 'elif' | 'else' | 'fi' = 'elif';
    while (end === 'elif' && reading.cursor.why === null) {
      readList(reading, ['then']);
      end = readList(reading, BRANCH_ENDS);
    }
    if (end === 'else') readList(reading, ['fi']);
  });
}

/** Reads the commands of a group, loop or branch. Redirections of the whole are attributed to its last command. */
function readBody(reading: Reading, readLists: () => void): void {
  const { cursor, commands, spans } = reading;
  descend(cursor, readLists);
  const redirections: Redirection[] = [];
  for (;;) {
    skipBlanks(cursor);
    skipDescriptor(cursor);
    if (!isAtRedirection(cursor)) break;
    const { word, redirection } = readRedirection(cursor, () => {
      readSubstitution(reading);
    });
    if (word !== null) spans.push({ role: 'word', start: word.start, end: word.end });
    if (redirection !== null) redirections.push(redirection);
  }
  const last = commands.pop();
  if (last !== undefined) commands.push({ ...last, redirections: [...last.redirections, ...redirections] });
}
