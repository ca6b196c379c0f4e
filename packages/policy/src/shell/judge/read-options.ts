import { mayBeOption, type ShellWord } from '../syntax/shell-word.ts';
import { parseOptions, type OptionTable } from './parse-options.ts';
import type { Grammar } from './program.ts';

/** The options and other words of a program, or the first word that is not a known option. */
export type ReadOptions =
  | {
      readonly kind: 'read';
      readonly options: ReadonlySet<string>;
      /** The values of options, in order. */
      readonly values: readonly { readonly name: string; readonly word: ShellWord }[];
      /** The values that are files which it reads. */
      readonly files: readonly ShellWord[];
      /** The values that may instead be words of their own. */
      readonly loose: readonly ShellWord[];
      /** The words besides options. If options stop at the first word, everything from there on. */
      readonly words: readonly ShellWord[];
    }
  | { readonly kind: 'unknown'; readonly text: string };

interface Reading {
  readonly table: OptionTable;
  readonly grammar: Grammar;
  readonly args: readonly ShellWord[];
  readonly options: Set<string>;
  readonly values: { readonly name: string; readonly word: ShellWord }[];
  readonly files: ShellWord[];
  readonly loose: ShellWord[];
  readonly words: ShellWord[];
  at: number;
  unknown: string | null;
}

/**
 * Distinguishes options from other words as the program does. All programs share this code, and `grammar` describes
 * their differences. Long names count only in full, so no abbreviation is mistaken for something else. A word that the
 * shell may turn into an option counts as unknown.
 */
export function readOptions(args: readonly ShellWord[], grammar: Grammar): ReadOptions {
  const table = parseOptions(grammar.options);
  const lists = { options: new Set<string>(), values: [], files: [], loose: [], words: [] };
  const reading: Reading = { table, grammar, args, ...lists, at: 0, unknown: null };
  for (; reading.unknown === null && reading.at < args.length; reading.at += 1) {
    const word = args[reading.at];
    if (word === undefined) break;
    const isEnd = word.yields === 'exact' && word.text === '--';
    if (isEnd || (grammar.order === 'stops' && !isOption(reading, word))) {
      reading.words.push(...args.slice(reading.at + (isEnd ? 1 : 0)));
      break;
    }
    readOne(reading, word);
  }
  const { options, values, files, loose, words, unknown } = reading;
  return unknown === null ? { kind: 'read', options, values, files, loose, words } : { kind: 'unknown', text: unknown };
}

function isOption(reading: Reading, word: ShellWord): boolean {
  return isBareOption(reading, word) || (mayBeOption(word) && word.text !== '-');
}

function readOne(reading: Reading, word: ShellWord): void {
  if (!isOption(reading, word)) reading.words.push(word);
  else if (reading.words.length > 0 && reading.grammar.order === 'differs') reading.unknown = word.text;
  else readOption(reading, word);
}

/** Whether a word contains options although it has no dash. */
function isBareOption({ grammar: { bare = 'none' }, at }: Reading, { text, prefix }: ShellWord): boolean {
  if (bare === 'none' || prefix.startsWith('-') || (bare === 'first' && at > 0)) return false;
  return bare === 'first' || !/^[0-9,]+$/.test(text);
}

function readOption(reading: Reading, word: ShellWord): void {
  const { table, grammar } = reading;
  const { text } = word;
  if (word.yields !== 'exact') readOpenOption(reading, word);
  else if (!text.startsWith('-')) readLetters(reading, { word, dash: grammar.bare === 'all' ? '' : '-', from: 0 });
  else if (text.startsWith('--') || grammar.dash === 'name') readName(reading, word);
  else if (!table.hasNumbers || !/^-[0-9]+$/.test(text)) readLetters(reading, { word, dash: '-', from: 1 });
}

/**
 * An option with an unknown value, as in `--since="$x"`. Its name must be in the word, and the word must stay one. With
 * a file name pattern, as in `--include=*.ts`, every resulting word is that option.
 */
function readOpenOption(reading: Reading, word: ShellWord): void {
  const equals = word.prefix.indexOf('=');
  const name = word.prefix.slice(0, equals);
  const takes = reading.table.takes.get(name);
  const isKnown = (word.yields === 'one' || word.isKnownFile) && equals > 0 && name.startsWith('--');
  if (!isKnown || (takes !== 'value' && takes !== 'optional')) reading.unknown = word.text;
  else {
    reading.options.add(name);
    reading.values.push({ name, word });
  }
}

/** `--name`, `--name=value`, or `-name` if long names follow one dash. */
function readName(reading: Reading, word: ShellWord): void {
  const { text } = word;
  const equals = text.indexOf('=');
  const name = equals === -1 ? text : text.slice(0, equals);
  const takes = reading.table.takes.get(name);
  if (takes === undefined || (takes === 'none' && equals !== -1)) {
    reading.unknown = text;
    return;
  }
  reading.options.add(name);
  if (equals !== -1) addValue(reading, name, cut(word, equals + 1));
  else if (takes === 'value' || takes === 'file') takeNamedValue(reading, word);
}

/**
 * Takes the next word as the value of a long name. Some programs take a value only after an equals sign, so the word
 * may be an operand: it also counts as a file, and is unknown where a program could follow.
 */
function takeNamedValue(reading: Reading, { text, yields }: ShellWord): void {
  const value = reading.args[reading.at + 1];
  if (reading.grammar.order === 'stops' && reading.grammar.dash !== 'name') reading.unknown = text;
  else takeValue(reading, text);
  if (value?.yields === yields) reading.loose.push(value);
}

interface Letters {
  readonly word: ShellWord;
  /** What the table has before each letter. */
  readonly dash: string;
  readonly from: number;
}

function readLetters(reading: Reading, { word, dash, from }: Letters): void {
  for (let index = from; index < word.text.length; index += 1) {
    const name = `${dash}${word.text.charAt(index)}`;
    const takes = reading.table.takes.get(name);
    if (takes === undefined) {
      reading.unknown = word.text;
      return;
    }
    reading.options.add(name);
    if (takes === 'none') continue;
    // Without a dash, more letters follow, and values are in the next words.
    if (from === 0 && (takes.endsWith('optional') || index < word.text.length - 1)) reading.unknown = word.text;
    else if (index < word.text.length - 1) addValue(reading, name, cut(word, index + 1));
    else if (takes === 'next_optional') takeNextIfAny(reading, name);
    else if (takes !== 'optional') takeValue(reading, name);
    return;
  }
}

/**
 * Takes the next word as a value. A word that looks like an option is not taken, because a program that has the option
 * without a value would read it as one. An unknown value is taken only for a single letter, whose value is certainly
 * the next word.
 */
function takeValue(reading: Reading, name: string): void {
  reading.at += 1;
  const value = reading.args[reading.at];
  const isNumber = value?.yields === 'exact' && /^-[0-9]+$/.test(value.text);
  const isTaken =
    value !== undefined &&
    (value.yields === 'exact' ? !value.text.startsWith('-') || isNumber : value.yields === 'one' && name.length === 2);
  if (isTaken) addValue(reading, name, value);
  else reading.unknown = value === undefined ? name : `${name} ${value.text}`;
}

/** Takes the next word as a value unless it is certainly an option. */
function takeNextIfAny(reading: Reading, name: string): void {
  const value = reading.args[reading.at + 1];
  if (value === undefined || value.prefix.startsWith('-')) return;
  reading.at += 1;
  addValue(reading, name, value);
}

function addValue(reading: Reading, name: string, word: ShellWord): void {
  reading.values.push({ name, word });
  if (reading.table.takes.get(name) === 'file') reading.files.push(word);
}

/** The value in the same word as an option. It is exact, so a tilde in it has no meaning. */
function cut(word: ShellWord, from: number): ShellWord {
  const text = word.text.slice(from);
  return { ...word, text, prefix: text, isKnownFile: word.isKnownFile && !text.startsWith('~') };
}
