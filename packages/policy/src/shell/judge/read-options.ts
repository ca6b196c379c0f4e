import { mayBeOption, type ShellWord } from '../syntax/shell-word.ts';
import { parseOptions, type OptionTable } from './parse-options.ts';
import type { Options } from './program.ts';

/** The words of a program told apart, or the first that is not known as an option. */
export type ReadOptions =
  | {
      readonly kind: 'read';
      readonly options: ReadonlySet<string>;
      /** The words besides options; with `stopsAtWord` from the first on, whatever they are. */
      readonly words: readonly ShellWord[];
    }
  | { readonly kind: 'unknown'; readonly text: string };

interface Reading {
  readonly table: OptionTable;
  readonly args: readonly ShellWord[];
  readonly options: Set<string>;
  at: number;
  unknown: string | null;
}

/**
 * Tells options from other words as getopt does. Long names count only in full, so that no abbreviation passes for
 * something else; a word that the shell may turn into an option is one that is not known.
 */
export function readOptions(args: readonly ShellWord[], options: Options, stopsAtWord = false): ReadOptions {
  const reading: Reading = { table: parseOptions(options), args, options: new Set(), at: 0, unknown: null };
  const words: ShellWord[] = [];
  while (reading.unknown === null) {
    const word = args[reading.at];
    if (word === undefined) break;
    if (word.yields === 'exact' && word.text === '--') {
      words.push(...args.slice(reading.at + 1));
      break;
    }
    if (!mayBeOption(word) || word.text === '-') {
      if (stopsAtWord) {
        words.push(...args.slice(reading.at));
        break;
      }
      words.push(word);
    } else readOption(reading, word);
    reading.at += 1;
  }
  return reading.unknown === null
    ? { kind: 'read', options: reading.options, words }
    : { kind: 'unknown', text: reading.unknown };
}

function readOption(reading: Reading, word: ShellWord): void {
  const { table } = reading;
  if (word.yields !== 'exact') readOpenOption(reading, word);
  else if (word.text.startsWith('--')) readLong(reading, word.text);
  else if (!table.hasNumbers || !/^-[0-9]+$/.test(word.text)) readLetters(reading, word.text);
}

/** An option whose value is not known, as `--since="$x"`: its name must be there, and the word must stay one. */
function readOpenOption(reading: Reading, word: ShellWord): void {
  const equals = word.prefix.indexOf('=');
  const name = word.prefix.slice(0, equals);
  const takes = reading.table.takes.get(name);
  const isKnown = word.yields === 'one' && equals > 0 && name.startsWith('--') && takes !== undefined;
  if (isKnown && takes !== 'none') reading.options.add(name);
  else reading.unknown = word.text;
}

function readLong(reading: Reading, text: string): void {
  const equals = text.indexOf('=');
  const name = equals === -1 ? text : text.slice(0, equals);
  const takes = reading.table.takes.get(name);
  if (takes === undefined || (takes === 'none' && equals !== -1)) {
    reading.unknown = text;
    return;
  }
  reading.options.add(name);
  if (takes === 'value' && equals === -1) takeValue(reading, name);
}

function readLetters(reading: Reading, text: string): void {
  for (let index = 1; index < text.length; index += 1) {
    const name = `-${text.charAt(index)}`;
    const takes = reading.table.takes.get(name);
    if (takes === undefined) {
      reading.unknown = text;
      return;
    }
    reading.options.add(name);
    if (takes === 'none') continue;
    if (takes === 'value' && index === text.length - 1) takeValue(reading, name);
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
  if (!isTaken) reading.unknown = value === undefined ? name : `${name} ${value.text}`;
}
