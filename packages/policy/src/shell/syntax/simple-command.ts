import type { ShellWord } from './shell-word.ts';

/** What a redirection does with a file. Redirections between file descriptors are not kept. */
export interface Redirection {
  readonly kind: 'reads' | 'writes';
  readonly target: ShellWord;
}

/** A program with its words as written in a line, or the head of a loop, which only gives words a name. */
export interface SimpleCommand {
  readonly kind: 'program' | 'loop';
  /** `NAME=value` before the program. */
  readonly assignments: readonly ShellWord[];
  /** At least the program, which is exact. */
  readonly words: readonly ShellWord[];
  readonly redirections: readonly Redirection[];
  readonly start: number;
  readonly end: number;
  /** Names of programs whose output it receives, through a pipe or in its words. */
  readonly fedBy: readonly string[];
  /** It is in `$(...)` or `<(...)`, so its output becomes words or a file of another command. */
  readonly isSubstituted: boolean;
  /** It is before `&`, so it may continue after the line has ended. */
  readonly isBackground: boolean;
  /** It is in a loop, so commands after it may also run before it. */
  readonly isLooped: boolean;
  /** The variables of the enclosing loops with their values. */
  readonly loopWords: ReadonlyMap<string, readonly ShellWord[]>;
}
