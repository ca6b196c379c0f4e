import type { ShellRead } from '../shell-line.ts';
import type { ShellWord } from '../syntax/shell-word.ts';
import type { Judgement } from './judgement.ts';

/**
 * Options in a row of words: `-a` takes no value, `-n=` takes one in the same word or the next, `-f<` takes one that is a
 * file it reads, `--color?` may have one behind an equals sign (`-M?`: right behind the letter), `-i~` may have one there or
 * in the next word, `-#` is any number, as in `-20`. A name without a dash is a letter of a word without one, as in `ps aux`.
 */
export type Options = string;

/** How a program tells options from other words. */
export interface Grammar {
  readonly options: Options;
  /**
   * Where options end, besides at `--`: nowhere, at the first other word, or that depends on the system, so that an option
   * behind a word is one that is not known.
   */
  readonly order?: 'permutes' | 'stops' | 'differs';
  /** What stands behind one dash: letters in a row, or one long name. */
  readonly dash?: 'letters' | 'name';
  /** Which words are options without a dash: none, the first, or all but numbers. */
  readonly bare?: 'none' | 'first' | 'all';
}

/**
 * What words besides options are: text; files of which only names, sizes and counts are shown, or what is in them; names
 * of commits or files; an expression, unless an option of `givesExpression` has one, and then files; or hosts, which it looks
 * up in the network, so that a name carries data out: only those that are `like` what names none pass.
 */
export type Operands = 'text' | 'names' | 'contents' | 'revisions' | 'expression' | 'hosts';

/** One way of using a program: it is meant when all of this holds. */
export interface Usage extends Grammar {
  /** What its other words are. Default: files whose contents it shows. */
  readonly operands?: Operands;
  /** Options that have the expression. */
  readonly givesExpression?: Options;
  /** What no expression may have in it, as a pattern. */
  readonly notInExpression?: RegExp;
  /** What is shown of all that is below a folder, always or with one of some options; without words of the one it is in. */
  readonly tree?: {
    readonly shows: ShellRead['shows'];
    readonly when?: Options;
    /** With one of these files that begin with a dot are shown too; so they are when a pattern of names is not like this. */
    readonly hiddenWhen?: Options;
    readonly hiddenUnless?: { readonly options: Options; readonly like: RegExp };
  };
  /** With one of these only names are shown. */
  readonly namesWhen?: Options;
  /** How many words besides options it takes at most. */
  readonly most?: number;
  /** One of these options must be there. */
  readonly needs?: Options;
  /** One of these options must be there if there are words besides options. */
  readonly wordsNeed?: Options;
  /** How each word besides options begins. */
  readonly begins?: string;
  /** What each word besides options looks like, which then is one that is known. */
  readonly like?: RegExp;
  /** What the values of some options look like, which then must stand in the line: any other may be a host, or shows more. */
  readonly valuesLike?: { readonly options: Options; readonly like: RegExp };
  /** What no word may have in it. */
  readonly never?: readonly string[];
  /** Options whose value must stand in the line. */
  readonly writtenOut?: Options;
}

/** What is known of a program, as data wherever that is enough. */
export type Program =
  /** No option makes it do anything but read, and none names a file. */
  | { readonly kind: 'reads'; readonly operands: 'text' | 'names' | 'contents' }
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
      /** How many words besides options and numbers it takes at most: each of more would be another thing to do. */
      readonly most?: number;
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
