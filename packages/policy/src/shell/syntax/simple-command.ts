import type { ShellWord } from './shell-word.ts';

/** What a redirection of a file does; those between file descriptors are not kept. */
export interface Redirection {
  readonly kind: 'reads' | 'writes';
  readonly target: ShellWord;
}

/** A program with its words, as it stands in a line; or the head of a loop, which only gives words a name. */
export interface SimpleCommand {
  readonly kind: 'program' | 'loop';
  /** `NAME=value` before the program. */
  readonly assignments: readonly ShellWord[];
  /** At least the program, which is exact. */
  readonly words: readonly ShellWord[];
  readonly redirections: readonly Redirection[];
  readonly start: number;
  readonly end: number;
  /** Names of programs whose output it gets, through a pipe or in its words. */
  readonly fedBy: readonly string[];
  /** It stands in `$(...)` or `<(...)`, so that its output becomes words or a file of another. */
  readonly isSubstituted: boolean;
  /** It stands before `&`, so that it may go on when the line has ended. */
  readonly isBackground: boolean;
  /** It stands in a loop: what comes behind it may also come before it. */
  readonly isLooped: boolean;
  /** What the variables of the loops around it stand for. */
  readonly loopWords: ReadonlyMap<string, readonly ShellWord[]>;
}
