import { MOVERS, toShellCommands, type LineState, type Place } from './judge/to-shell-commands.ts';
import { allPrograms } from './programs/all-programs.ts';
import type { ShellCommand, ShellLine, ShellReader } from './shell-line.ts';
import { toPlainWords } from './to-plain-words.ts';
import { checkCharacters } from './syntax/check-characters.ts';
import { createCounts, type Counts, type Dialect } from './syntax/cursor.ts';
import { isSameReading } from './syntax/is-same-reading.ts';
import { limits } from './syntax/limits.ts';
import { openGrammar, type GrammarBytes, type ParseLine } from './syntax/open-grammar.ts';
import { readCommands } from './syntax/read-commands.ts';
import type { SimpleCommand } from './syntax/simple-command.ts';

/**
 * Creates a reader of command lines from the bytes of the grammar. A line is read twice: by a scanner with an allow
 * list of syntax, which also limits the length of the lines that the grammar sees, and by the Bash grammar. A line is
 * understood only if both find the same words. It is meant for `bash -c LINE` without startup files.
 */
export async function openShellReader(bytes: GrammarBytes): Promise<ShellReader> {
  const parse = await openGrammar(bytes);
  return {
    read: (line) => readLine({ parse, counts: createCounts(), place: { hasMoved: false }, depth: 0 }, line, 'bash'),
  };
}

interface Reading {
  readonly parse: ParseLine;
  readonly counts: Counts;
  readonly place: Place;
  readonly depth: number;
}

function readLine(reading: Reading, line: string, dialect: Dialect): ShellLine {
  const odd = checkCharacters(line);
  if (odd !== null) return refused(odd);
  if (reading.depth > limits.depth) return refused(`it is nested more than ${limits.depth} levels deep`);
  const read = readCommands(line, dialect, reading.counts);
  if (read.kind === 'refused') return refused(read.why);
  const tree = reading.parse(line);
  if (tree.kind === 'refused') return refused(`the grammar finds ${tree.node}`);
  if (!isSameReading(read.spans, tree.spans)) return refused('two parsers disagree about its words');
  const deeper = { ...reading, depth: reading.depth + 1 };
  const state: LineState = {
    line,
    programs: allPrograms,
    readText: (text, inDialect) => readLine(deeper, text, inDialect),
    place: reading.place,
  };
  if (read.commands.some(isMovingLoop)) reading.place.hasMoved = true;
  const commands: ShellCommand[] = [];
  for (const command of read.commands) {
    const started = toShellCommands(state, command);
    if (command.isSubstituted && started.some(({ isReadOnly }) => !isReadOnly))
      return refused('a command in $( ) does more than read');
    commands.push(...started);
  }
  if (commands.length > limits.commands) return refused(`it has more than ${limits.commands} commands`);
  return { kind: 'understood', commands, ...toPlainWords(line, read.commands) };
}

/** In a loop, a directory change also applies to the commands before it. */
function isMovingLoop({ isLooped, words }: SimpleCommand): boolean {
  return isLooped && words.some(({ text }) => MOVERS.has(text));
}

const refused = (why: string): ShellLine => ({ kind: 'not_understood', why });
