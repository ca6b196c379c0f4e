import type { ShellWord } from '../syntax/shell-word.ts';
import type { Judgement } from './judgement.ts';

/**
 * Options in a row of words: `-a` takes no value, `-n=` takes one in the same word or the next, `--color?` may have one
 * behind an equals sign (`-M?`: right behind the letter), `-#` is any number, as in `-20`.
 */
export type Options = string;

/** One way of using a program: it is meant when all of this holds. */
export interface Usage {
  /** All the options it may have. Any other, and any word that could be another, and it is not this way. */
  readonly options: Options;
  /** How many words besides options it takes at most. */
  readonly most?: number;
  /** One of these options must be there. */
  readonly needs?: Options;
  /** One of these options must be there if there are words besides options. */
  readonly wordsNeed?: Options;
  /** How each word besides options begins. */
  readonly begins?: string;
  /** What no word may have in it. */
  readonly never?: readonly string[];
}

/** What is known of a program, as data wherever that is enough. */
export type Program =
  /** No option and no word makes it do anything but read. */
  | { readonly kind: 'reads' }
  /** Changes what its name says, and nothing else. */
  | { readonly kind: 'changes' }
  /** Executes or writes through its words, unless it is used in one of the ways that only read. */
  | { readonly kind: 'hazard'; readonly hazard: string; readonly reads?: readonly Usage[] }
  /** Changes what its name says, save with some options; or it is used in one of the ways that only read. */
  | {
      readonly kind: 'careful';
      readonly avoid: Options;
      /** What no word may have in it. */
      readonly never?: readonly string[];
      /** What the first word besides options may be, if there is one. */
      readonly firstWord?: readonly string[];
      /** What it may not be. */
      readonly notFirst?: readonly string[];
      readonly reads?: readonly Usage[];
    }
  /** The first word besides options says what it does; what is not in the table is a hazard. */
  | {
      readonly kind: 'commands';
      readonly options: Options;
      readonly commands: ReadonlyMap<string, Program>;
      readonly alone: Program;
    }
  /** Starts the program that stands behind its options and `skip` words. */
  | { readonly kind: 'wrapper'; readonly options: Options; readonly skip?: number; readonly isQuiet: boolean }
  /** Needs more than a table. */
  | { readonly kind: 'special'; readonly judge: (words: readonly ShellWord[]) => Judgement };

/** Programs by name. */
export type Programs = ReadonlyMap<string, Program>;
