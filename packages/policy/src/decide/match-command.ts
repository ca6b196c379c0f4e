import type { ShellCommand } from '../shell/shell-line.ts';
import { splitWords } from '../rules/split-words.ts';
import { isRunner } from './is-runner.ts';

/** Whether a command begins with the words of a prefix, compared by whole words. Rules that allow can rely on it. */
export function beginsWith(argv: readonly string[], prefix: readonly string[]): boolean {
  return prefix.length <= argv.length && prefix.every((word, n) => argv[n] === word);
}

/**
 * Whether a command may be what a restricting rule means by its prefix. Also accepts a path before the program and
 * options between the words, so that neither `/bin/rm` nor `git -C . push` escapes the rule.
 */
export function couldBeginWith(argv: readonly string[], prefix: readonly string[]): boolean {
  return isProgram(argv[0] ?? '', prefix[0] ?? '') && hasInOrder(argv.slice(1), prefix.slice(1));
}

function isProgram(word: string, name: string): boolean {
  return word === name || word.endsWith(`/${name}`);
}

/** Whether the words occur in order from the start. Options may be between them, each with one value or none. */
function hasInOrder(argv: readonly string[], words: readonly string[]): boolean {
  let starts = new Set([0]);
  for (const word of words) {
    const next = new Set<number>();
    for (const start of starts) for (const at of reachable(argv, start)) if (argv[at] === word) next.add(at + 1);
    starts = next;
  }
  return starts.size > 0;
}

/** Where the next word may be: here, or after options and their values. */
function reachable(argv: readonly string[], start: number): readonly number[] {
  const found: number[] = [];
  for (let at = start; at < argv.length; at += 1) {
    const isBehindOption = at === start || isOption(argv[at - 1]) || (isOption(argv[at - 2]) && at - 2 >= start);
    if (!isBehindOption) break;
    found.push(at);
  }
  return found;
}

function isOption(word: string | undefined): boolean {
  return word?.startsWith('-') ?? false;
}

/** Whether a prefix equals a command word for word, and the command has no assignments and no expansions. */
export function isSpelledOut({ argv, text }: ShellCommand, prefix: readonly string[]): boolean {
  return prefix.length === argv.length && beginsWith(argv, prefix) && isOnlyWords(text, argv);
}

/**
 * Whether a prefix covers what makes a command hazardous: it is the whole command, or it contains the word that the
 * hazard names, with its value, and only plain words follow. The second does not count for programs that run their
 * arguments.
 */
export function coversHazard(command: ShellCommand, prefix: readonly string[]): boolean {
  const { argv, text, hazard } = command;
  if (isSpelledOut(command, prefix)) return true;
  if (!beginsWith(argv, prefix) || isRunner(prefix[0] ?? '') || !isOnlyWords(text, argv)) return false;
  const named = namedWords(hazard ?? '');
  const isNamed = prefix.some((word, n) => n > 0 && named.has(word) && (word.includes('=') || n + 1 < prefix.length));
  return isNamed && !argv.slice(prefix.length).some((word) => isOption(word) || named.has(word));
}

/** The words of a command that the text of a hazard quotes. The rest of the text must not affect decisions. */
function namedWords(hazard: string): ReadonlySet<string> {
  const quoted = [...hazard.matchAll(/`([^`]*)`/g)].map(([, text = '']) => text);
  return new Set(quoted.flatMap((text) => text.split(/[\s'"]+/)));
}

function isOnlyWords(text: string, argv: readonly string[]): boolean {
  const split = splitWords(text);
  return split.ok && split.words.length === argv.length && beginsWith(split.words, argv);
}

/**
 * Whether text that is not understood contains the words of a prefix anywhere, ignoring blanks, quotes, backslashes and
 * shell operators. It matches too much rather than too little, so only restricting rules use it.
 */
export function mentions(words: readonly string[], prefix: readonly string[]): boolean {
  const [first = ''] = prefix;
  return words.some(
    (word, at) => isProgram(word, first) && couldBeginWith(words.slice(at, at + 2 * prefix.length + 8), prefix),
  );
}

/** The words of text that is not understood. */
export function toRoughWords(text: string): readonly string[] {
  return text
    .replaceAll(/["'\\]/g, '')
    .split(/[\s;&|<>(){}$`=,]+/)
    .filter((word) => word !== '');
}
