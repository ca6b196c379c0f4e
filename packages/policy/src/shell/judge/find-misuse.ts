import type { ShellWord } from '../syntax/shell-word.ts';
import { parseOptions } from './parse-options.ts';
import type { Options, Usage } from './program.ts';
import { readOptions } from './read-options.ts';

/** Why some words are not this way of using a program; null when they are. */
export function findMisuse(args: readonly ShellWord[], usage: Usage): string | null {
  const read = readOptions(args, usage.options);
  if (read.kind === 'unknown') return `\`${read.text}\``;
  const { needs, never = [] } = usage;
  if (needs !== undefined && !hasOne(read.options, needs)) return 'without an option that makes it read';
  const odd =
    args.find(({ text }) => never.some((part) => text.includes(part))) ?? findOddWord(read.words, usage, read.options);
  return odd === undefined ? null : `\`${odd.text}\``;
}

/** The word besides options that is one too many, or not of the right kind. */
function findOddWord(
  words: readonly ShellWord[],
  { most, wordsNeed, begins = '' }: Usage,
  options: ReadonlySet<string>,
): ShellWord | undefined {
  if (wordsNeed !== undefined && !hasOne(options, wordsNeed)) return words[0];
  const isTooMany = most !== undefined && (words.length > most || words.some(({ yields }) => yields === 'many'));
  return isTooMany ? words.at(-1) : words.find(({ prefix }) => !prefix.startsWith(begins));
}

function hasOne(options: ReadonlySet<string>, wanted: Options): boolean {
  return [...parseOptions(wanted).takes.keys()].some((name) => options.has(name));
}
