import { count, descend, peek, refuse, type Cursor } from './cursor.ts';
import { readAnsiString } from './read-ansi-string.ts';
import type { ShellWord } from './shell-word.ts';
import { createWordBuilder, type WordBuilder } from './word-builder.ts';

const METACHARACTERS = new Set(['', ' ', '\t', '\n', ';', '&', '|', '<', '>', '(', ')']);
/** What may follow a literal dollar sign outside quotes. */
const BARE_DOLLAR_STAYS = new Set(['', ' ', '\t', '\n', ';', '|', ')']);
/** The same in double quotes. */
const DOLLAR_STAYS = new Set(['"', ' ', '|', ')', '/', '.', ',', ';', ':', '%', ']']);
/** What may follow an exclamation mark that does not recall an earlier line in a shell with a history. */
const BANG_STAYS = new Set(['', ' ', '\t', '\n', '=', '"', ')', ';']);
/** Characters without a special meaning outside quotes, and those without one in double quotes. */
const PLAIN_RUN = /[A-Za-z0-9_/+@%^-]+/y;
const QUOTED_RUN = /[^"\\$`!]+/y;
/** Variables that hold a path, and those that hold a number. */
const PATHS = new Set(['HOME', 'PWD']);
const NUMBERS = new Set(['?', '$', '#']);

/** Reads the commands of a substitution. It is passed in, because the command reader in turn reads words. */
export type ReadSubstitution = (cursor: Cursor) => void;

interface WordReading {
  readonly cursor: Cursor;
  readonly word: WordBuilder;
  readonly readSubstitution: ReadSubstitution;
}

/** Whether a character ends an unquoted word. The empty string, which is the end of the line, does too. */
export function endsWord(char: string): boolean {
  return METACHARACTERS.has(char);
}

/** Reads the word that begins here as Bash would, and refuses everything that is not on the allow list. */
export function readWord(cursor: Cursor, readSubstitution: ReadSubstitution): ShellWord {
  count(cursor, 'words');
  const start = cursor.at;
  const reading = { cursor, word: createWordBuilder(), readSubstitution };
  let hasBrace = false;
  let hasList = false;
  while (!METACHARACTERS.has(peek(cursor))) {
    if (readRun(reading, PLAIN_RUN)) continue;
    const two = peek(cursor) + peek(cursor, 1);
    hasBrace ||= two.startsWith('{');
    hasList ||= two.startsWith(',') || two === '..' || two === '$(';
    readPiece(reading, start);
  }
  if (hasBrace && hasList) refuse(cursor, 'braces may expand to several words');
  return reading.word.finish(start, cursor.at);
}

/** Reads a run of literal characters at once. */
function readRun({ cursor, word }: WordReading, run: RegExp): boolean {
  run.lastIndex = cursor.at;
  const text = run.exec(cursor.line)?.[0];
  if (text === undefined) return false;
  word.addText(text);
  cursor.at += text.length;
  return true;
}

function readPiece(reading: WordReading, start: number): void {
  const { cursor } = reading;
  const char = peek(cursor);
  switch (char) {
    case '\\':
      readEscape(reading);
      return;
    case "'":
      readSingleQuotes(reading);
      return;
    case '"':
      readDoubleQuotes(reading);
      return;
    case '$':
      readDollar(reading, false);
      return;
    case '`':
      refuse(cursor, 'it has a backtick');
      return;
    case '~':
      readTilde(reading, start);
      return;
    default:
      readPlain(reading, start);
  }
}

function readPlain({ cursor, word }: WordReading, start: number): void {
  const char = peek(cursor);
  const isLoneBracket = char === '[' && cursor.at === start && endsWord(peek(cursor, 1));
  if (char === '!') checkBang(cursor);
  if (char > '~') refuse(cursor, 'it has an unquoted letter beyond ASCII');
  else if ('*?['.includes(char) && !isLoneBracket) {
    count(cursor, 'parts');
    word.addExpansion(char, 'matches_files');
  } else word.addText(char);
  cursor.at += 1;
}

function readEscape({ cursor, word }: WordReading): void {
  const escaped = peek(cursor, 1);
  if (escaped === '' || escaped === '\n' || escaped > '~') {
    refuse(cursor, 'a backslash precedes a line end or a letter beyond ASCII');
    return;
  }
  count(cursor, 'parts');
  word.noteQuote();
  word.addText(escaped);
  cursor.at += 2;
}

function readSingleQuotes({ cursor, word }: WordReading): void {
  count(cursor, 'parts');
  const end = cursor.line.indexOf("'", cursor.at + 1);
  if (end === -1) {
    refuse(cursor, 'a quote is not closed');
    return;
  }
  word.noteQuote();
  word.addText(cursor.line.slice(cursor.at + 1, end));
  cursor.at = end + 1;
}

function readDoubleQuotes(reading: WordReading): void {
  const { cursor, word } = reading;
  count(cursor, 'parts');
  word.noteQuote();
  cursor.at += 1;
  while (peek(cursor) !== '"') {
    const char = peek(cursor);
    if (char === '') refuse(cursor, 'a quote is not closed');
    if (cursor.why !== null) return;
    if (readRun(reading, QUOTED_RUN)) continue;
    if (char === '`') refuse(cursor, 'it has a backtick');
    else if (char === '$') readDollar(reading, true);
    else if (char === '\\') readQuotedEscape(reading);
    else {
      if (char === '!') checkBang(cursor);
      word.addText(char);
      cursor.at += 1;
    }
  }
  cursor.at += 1;
}

/** In double quotes a backslash is literal, except before the few characters that are special there. */
function readQuotedEscape({ cursor, word }: WordReading): void {
  const escaped = peek(cursor, 1);
  if (escaped === '\n') {
    refuse(cursor, 'a backslash precedes a line end');
    return;
  }
  word.addText('$`"\\'.includes(escaped) ? escaped : `\\${escaped}`);
  cursor.at += 2;
}

function readTilde({ cursor, word }: WordReading, start: number): void {
  const next = peek(cursor, 1);
  const before = cursor.line[cursor.at - 1] ?? '';
  if (cursor.at === start && (next === '/' || METACHARACTERS.has(next))) word.addExpansion('~', 'stays_one_word', '/');
  else if (cursor.at === start || before === '=' || before === ':') refuse(cursor, 'a tilde may expand to a directory');
  else word.addText('~');
  cursor.at += 1;
}

function checkBang(cursor: Cursor): void {
  if (!BANG_STAYS.has(peek(cursor, 1))) refuse(cursor, 'an exclamation mark may recall an earlier line');
}

function readDollar(reading: WordReading, isQuoted: boolean): void {
  const { cursor, word } = reading;
  const next = peek(cursor, 1);
  count(cursor, 'parts');
  if (next === '(') readSubstituted(reading, isQuoted);
  else if (next === "'" && !isQuoted && cursor.dialect === 'bash') readAnsiString(cursor, word);
  else if (NUMBERS.has(next)) {
    word.addExpansion(`$${next}`, 'stays_one_word', '0');
    cursor.at += 2;
  } else if ((isQuoted ? DOLLAR_STAYS : BARE_DOLLAR_STAYS).has(next)) {
    word.addText('$');
    cursor.at += 1;
  } else readVariable(reading, isQuoted);
}

function readVariable({ cursor, word }: WordReading, isQuoted: boolean): void {
  const variable = /\$(?:([A-Za-z_][A-Za-z0-9_]*)|\{([A-Za-z_][A-Za-z0-9_]*)\})/y;
  variable.lastIndex = cursor.at;
  const found = variable.exec(cursor.line);
  const name = found?.[1] ?? found?.[2];
  if (found === null || name === undefined) {
    refuse(cursor, 'it has an expansion other than a plain variable');
    return;
  }
  word.addExpansion(found[0], isQuoted ? 'stays_one_word' : 'splits', PATHS.has(name) ? '/' : '');
  word.noteVariable({ name, isQuoted });
  cursor.at += found[0].length;
}

function readSubstituted({ cursor, word, readSubstitution }: WordReading, isQuoted: boolean): void {
  if (peek(cursor, 2) === '(') {
    refuse(cursor, 'it has arithmetic');
    return;
  }
  const start = cursor.at;
  cursor.at += 2;
  descend(cursor, () => {
    readSubstitution(cursor);
  });
  word.addExpansion(cursor.line.slice(start, cursor.at), isQuoted ? 'stays_one_word' : 'splits');
}
