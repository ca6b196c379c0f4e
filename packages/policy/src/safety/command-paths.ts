import { toRoughWords } from '../decide/match-command.ts';
import type { ShellCommand, ShellLine, ShellRead } from '../shell/shell-line.ts';
import { pickedKeys } from './key-names.ts';
import { operandsOf, programOf } from './operands.ts';

/** A word of a command line that may name a file. */
export interface PathWord {
  /** As the program receives it, but with `~`, `$HOME` and file name patterns unexpanded. */
  readonly word: string;
  readonly isWrite: boolean;
  /**
   * It is not certain that the word is a file, or that it is written. If no such file exists, the word is not a file.
   */
  readonly isGuess: boolean;
  /** What a read-only command shows of it, if known. */
  readonly shows?: ShellRead['shows'];
}

/** The files that a line may use, judged by its words, and the directories that it changes to. */
export interface CommandPaths {
  readonly words: readonly PathWord[];
  /** The targets of `cd`, in order. A word may be relative to any of them. */
  readonly folders: readonly string[];
}

/** Programs that change all of their files, and programs that change only the last one. */
const CHANGES_ALL = new Set('rm rmdir unlink mv tee touch mkdir mkfifo truncate shred chmod chown chgrp'.split(' '));
const CHANGES_LAST = new Set('cp ln install rsync scp'.split(' '));
const NAMES_TARGET = /^(?:-[A-Za-z]*t|--target-directory)/;
const MOVES = new Set(['cd', 'pushd']);
const BEGINS_WITH_VARIABLE = /^[A-Za-z_]\w*=/;

/**
 * Collects the files that a line may use. In a line that is not understood, every word may be a file that is written.
 */
export function commandPaths(line: ShellLine, text: string): CommandPaths {
  if (line.kind === 'not_understood')
    return { words: unique(roughly(text).map((word) => ({ word, isWrite: true, isGuess: true }))), folders: [] };
  const { commands } = line;
  const isFeeding = commands.some(
    ({ argv }) => programOf(argv) === 'xargs' || argv.some((word) => word.includes('$(')),
  );
  const moves = commands.filter(({ argv }) => MOVES.has(programOf(argv)));
  return {
    words: unique(commands.flatMap((command) => wordsOf(command, isFeeding))),
    folders: moves.map(({ argv }) => argv.slice(1).find((word) => !word.startsWith('-')) ?? '~'),
  };
}

function wordsOf(command: ShellCommand, isFeeding: boolean): readonly PathWord[] {
  const { argv, isReadOnly, reads } = command;
  const picked = pickedKeys(argv, programOf(argv), isFeeding);
  const read = (reads ?? []).map(toPathWord);
  if (isReadOnly && reads !== undefined && !isFeeding)
    return [...picked.map((word) => ({ word, isWrite: false, isGuess: false })), ...read];
  return [...guessedWords(command, isFeeding), ...read];
}

/** A command that shows only names may show the name of anything that exists. */
function toPathWord({ word, shows, isGuess = shows === 'names' }: ShellRead): PathWord {
  return { word, isWrite: false, isGuess, shows };
}

/** The words of a command whose reads are not known. */
function guessedWords(command: ShellCommand, isFeeding: boolean): readonly PathWord[] {
  const { argv, text, isReadOnly, writes } = command;
  const operands = operandsOf(argv, { isReadOnly, isFeeding });
  const isWrite = !isReadOnly;
  const scripts = operands.filter((word) => /[\s'"();]/.test(word));
  const inScripts = [...scripts, ...(BEGINS_WITH_VARIABLE.test(text) ? [text] : [])].flatMap(roughly);
  return [
    ...writes.map((word) => ({ word, isWrite: true, isGuess: false })),
    ...pickedKeys(argv, programOf(argv), isFeeding).map((word) => ({ word, isWrite: false, isGuess: false })),
    ...fedFrom(text).map((word) => ({ word, isWrite: false, isGuess: true })),
    ...operands.map((word, n) => ({ word, ...useOf(command, n === operands.length - 1) })),
    ...inScripts.map((word) => ({ word, isWrite, isGuess: true })),
  ];
}

/** What a command does with an operand, judged by its program. */
function useOf({ argv, isReadOnly }: ShellCommand, isLast: boolean): Omit<PathWord, 'word'> {
  const program = programOf(argv);
  if (isReadOnly || !CHANGES_LAST.has(program))
    return { isWrite: !isReadOnly, isGuess: isReadOnly || !CHANGES_ALL.has(program) };
  const isNamed = argv.some((word) => NAMES_TARGET.test(word));
  return isNamed ? { isWrite: true, isGuess: true } : { isWrite: isLast, isGuess: !isLast };
}

/** Files that a command reads from standard input: `< file`. */
function fedFrom(text: string): readonly string[] {
  const [, ...behind] = text.split('<');
  return behind.flatMap((part) => roughly(part).slice(0, 1));
}

/** The words of unparsed text, with `$HOME` as `~`. */
function roughly(text: string): readonly string[] {
  return toRoughWords(text.replaceAll(/\$HOME\b|\$\{HOME\}/g, '~'));
}

/** Removes duplicates. A write outranks a read, and a certain use outranks a guess. */
function unique(words: readonly PathWord[]): readonly PathWord[] {
  const found = new Map<string, PathWord>();
  for (const { word, isWrite, isGuess, shows } of words) {
    const key = `${shows ?? ''} ${word}`;
    const before = found.get(key);
    if (word === '' || (before?.isWrite === true && !isWrite)) continue;
    const isKnown = !isGuess || (before?.isWrite === isWrite && !before.isGuess);
    found.set(key, { word, isWrite, isGuess: !isKnown, ...(shows === undefined ? {} : { shows }) });
  }
  return [...found.values()];
}
