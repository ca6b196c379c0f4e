import { mayBeOption, type ShellWord } from '../syntax/shell-word.ts';
import { parseOptions, type OptionTable } from './parse-options.ts';
import type { Grammar } from './program.ts';

/** The words of a program told apart, or the first that is not known as an option. */
export type ReadOptions =
  | {
      readonly kind: 'read';
      readonly options: ReadonlySet<string>;
      /** The values of options in their order. */
      readonly values: readonly { readonly name: string; readonly word: ShellWord }[];
      /** Those of them that are files which it reads. */
      readonly files: readonly ShellWord[];
      /** Those that may be words of their own after all. */
      readonly loose: readonly ShellWord[];
      /** The words besides options; where those stop at a word, from that on, whatever they are. */
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
 * Tells options from other words as the program does, for every program alike: `grammar` says where it differs. Long names
 * count only in full, so that no abbreviation passes for something else; a word that the shell may turn into an option is
 * one that is not known.
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

/** A word without a dash that is options all the same. */
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
 * An option whose value is not known, as `--since="$x"`: its name must be there, and the word must stay one. Of a pattern of
 * names, as `--include=*.ts`, every word that comes is that option.
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

/** `--name`, `--name=value`, or `-name` where long names stand behind one dash. */
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
 * Takes the next word as the value of a long name. Some programs take one only behind an equals sign, so that the word is
 * another: it counts as a file, too, and is not known where a program could stand.
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
    // Without a dash more letters follow, and values come in the next words.
    if (from === 0 && (takes.endsWith('optional') || index < word.text.length - 1)) reading.unknown = word.text;
    else if (index < word.text.length - 1) addValue(reading, name, cut(word, index + 1));
    else if (takes === 'next_optional') takeNextIfAny(reading, name);
    else if (takes !== 'optional') takeValue(reading, name);
    return;
  }
}

/**
 * Takes the next word as a value. One that looks like an option is not taken: where a program has the option without a
 * value, it would be one. Of values that are not known only those of letters are taken, where the next word it is for sure.
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

/** Takes the next word as a value unless it is an option for sure. */
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

/** The value in the word of an option. It is exact, so that no tilde in it means anything. */
function cut(word: ShellWord, from: number): ShellWord {
  const text = word.text.slice(from);
  return { ...word, text, prefix: text, isKnownFile: word.isKnownFile && !text.startsWith('~') };
}
