import type { ShellRead } from '../shell-line.ts';
import type { ShellWord } from '../syntax/shell-word.ts';
import { hazardous, READS, showing, type Judgement } from './judgement.ts';
import { parseOptions } from './parse-options.ts';
import type { Options, Usage } from './program.ts';
import { readOptions, type ReadOptions } from './read-options.ts';

/** What a program shows if it is used this way. The hazard says why the words do not fit this usage. */
export function judgeUsage(args: readonly ShellWord[], usage: Usage): Judgement {
  const read = readOptions(args, usage);
  if (read.kind === 'unknown') return hazardous(`\`${read.text}\``);
  const { needs, never = [] } = usage;
  const open = read.values.find((value) => isOddValue(value, usage));
  if (open !== undefined) return hazardous(`\`${open.word.text}\``);
  if (needs !== undefined && !hasOne(read.options, needs)) return hazardous('lacks an option that makes it read-only');
  const odd =
    args.find(({ text }) => never.some((part) => text.includes(part))) ?? findOddWord(read.words, usage, read.options);
  return odd === undefined ? judgeFiles(read, usage) : hazardous(`\`${odd.text}\``);
}

/** Whether the value of an option must be known but is not, or does not match the allowed values. */
function isOddValue({ name, word }: Read['values'][number], { writtenOut = '', valuesLike }: Usage): boolean {
  if (word.yields !== 'exact' && parseOptions(writtenOut).takes.has(name)) return true;
  if (valuesLike === undefined || !parseOptions(valuesLike.options).takes.has(name)) return false;
  return word.yields !== 'exact' || !valuesLike.like.test(word.text);
}

/** The word besides options that is one too many or of the wrong kind. */
function findOddWord(
  words: readonly ShellWord[],
  { most, wordsNeed, begins = '', like, operands }: Usage,
  options: ReadonlySet<string>,
): ShellWord | undefined {
  if (operands === 'hosts' && like === undefined) return words[0];
  if (wordsNeed !== undefined && !hasOne(options, wordsNeed)) return words[0];
  const isTooMany = most !== undefined && (words.length > most || words.some(({ yields }) => yields === 'many'));
  if (isTooMany) return words.at(-1);
  return words.find(
    ({ prefix, text, yields, isKnownFile }) =>
      !prefix.startsWith(begins) || (like !== undefined && (yields === 'many' || !isKnownFile || !like.test(text))),
  );
}

type Read = Extract<ReadOptions, { kind: 'read' }>;

/** What is shown of the files that its words and options name. */
function judgeFiles(read: Read, usage: Usage): Judgement {
  const { expressions, words } = tellApart(read, usage);
  if (usage.notInExpression !== undefined && !areKnown(expressions, usage.notInExpression))
    return hazardous('has an expression that can read other files');
  const shows = showsOf(read, usage);
  const options = showing(read.files, 'contents');
  const shown = showing(words, shows);
  const hazard = options.hazard ?? shown.hazard;
  if (hazard !== null) return hazardous(hazard);
  const own = words.length === 0 && shows.endsWith('tree') ? [{ word: '.', shows }] : [];
  const named =
    usage.operands === 'revisions' ? [...shown.reads.flatMap(toRevisionReads), ...filesInRanges(read)] : shown.reads;
  const loose = read.loose.map(({ text }) => ({ word: text, shows: 'contents' as const, isGuess: true }));
  return { ...READS, reads: [...options.reads, ...named, ...loose, ...own] };
}

/** The expressions of a usage, from options or from its first word, and the words that are files. */
function tellApart(
  { values, words, options }: Read,
  { operands, givesExpression = '', namesWhen = '' }: Usage,
): { readonly expressions: readonly ShellWord[]; readonly words: readonly ShellWord[] } {
  if (operands === 'text' || operands === 'hosts') return { expressions: [], words: [] };
  if (operands !== 'expression' || hasOne(options, namesWhen)) return { expressions: [], words };
  const given = values.filter(({ name }) => parseOptions(givesExpression).takes.has(name));
  if (given.length > 0) return { expressions: given.map(({ word }) => word), words };
  return { expressions: words.slice(0, 1), words: words.slice(1) };
}

function areKnown(expressions: readonly ShellWord[], not: RegExp): boolean {
  return expressions.length > 0 && expressions.every(({ yields, text }) => yields === 'exact' && !not.test(text));
}

/**
 * `HEAD:.env` is a file in a commit, `:.env` and `:0:.env` are files in the index, `:/.env` and `:(top).env` are
 * patterns, and a colon may be part of what finds a commit. So whatever follows a colon may be a file, and so may the
 * whole word.
 */
function toRevisionReads({ word, shows }: ShellRead): readonly ShellRead[] {
  const parts = word.split(':');
  const behind = parts.slice(1).map((_, n) => parts.slice(n + 1).join(':'));
  const plain = behind.map((each) => each.replace(/^(?:\([^)]*\)|[/!^]+)/, ''));
  return [...new Set([word, ...behind, ...plain])].map((each) => ({ word: each, shows, isGuess: true }));
}

/** `-L1,5:FILE` names a file, too. */
function filesInRanges({ values }: Read): readonly ShellRead[] {
  const ranges = values.filter(({ name }) => name === '-L');
  return ranges.flatMap(({ word }) => toRevisionReads({ word: word.text, shows: 'contents' }));
}

function showsOf({ options, values }: Read, { operands, namesWhen = '', tree }: Usage): ShellRead['shows'] {
  if (operands === 'names' || hasOne(options, namesWhen)) return 'names';
  if (tree === undefined || (tree.when !== undefined && !hasOne(options, tree.when))) return 'contents';
  const { hiddenWhen = '', hiddenUnless } = tree;
  const isOdd = ({ name, word }: Read['values'][number]): boolean =>
    hiddenUnless !== undefined &&
    parseOptions(hiddenUnless.options).takes.has(name) &&
    (word.yields !== 'exact' || !hiddenUnless.like.test(word.text));
  const isHiddenToo = hasOne(options, hiddenWhen) || values.some(isOdd);
  return tree.shows === 'visible_tree' && isHiddenToo ? 'tree' : tree.shows;
}

function hasOne(options: ReadonlySet<string>, wanted: Options): boolean {
  return [...parseOptions(wanted).takes.keys()].some((name) => options.has(name));
}
