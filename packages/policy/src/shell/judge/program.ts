import type { ShellRead } from '../shell-line.ts';
import type { ShellWord } from '../syntax/shell-word.ts';
import type { Judgement } from './judgement.ts';

/**
 * Options, separated by spaces: `-a` takes no value, `-n=` takes one in the same word or the next, `-f<` takes a file
 * that it reads, `--color?` may have a value after an equals sign (`-M?`: directly after the letter), `-i~` may have
 * one there or in the next word, `-#` is any number, as in `-20`. A name without a dash is a letter of a word without a
 * dash, as in `ps aux`.
 */
export type Options = string;

/** How a program distinguishes options from other words. */
export interface Grammar {
  readonly options: Options;
  /**
   * Where options end, apart from `--`: nowhere, at the first other word, or depending on the system, so that an option
   * after a word is unknown.
   */
  readonly order?: 'permutes' | 'stops' | 'differs';
  /** What follows one dash: a sequence of letters, or one long name. */
  readonly dash?: 'letters' | 'name';
  /** Which words are options without a dash: none, the first, or all except numbers. */
  readonly bare?: 'none' | 'first' | 'all';
}

/**
 * What the words besides options are: text; files of which only names, sizes and counts are shown, or the contents;
 * names of commits or files; an expression, unless an option of `givesExpression` has one, and then files; or hosts.
 * Hosts are looked up in the network, so a name carries data out, and only words that match `like`, which name no host,
 * are accepted.
 */
export type Operands = 'text' | 'names' | 'contents' | 'revisions' | 'expression' | 'hosts';

/** One way of using a program. It applies if all of this holds. */
export interface Usage extends Grammar {
  /** What its other words are. Default: files whose contents it shows. */
  readonly operands?: Operands;
  /** Options that contain the expression. */
  readonly givesExpression?: Options;
  /** What no expression may contain. */
  readonly notInExpression?: RegExp;
  /**
   * What is shown of everything below a directory, always or with one of some options. Without words, it is the working
   * directory.
   */
  readonly tree?: {
    readonly shows: ShellRead['shows'];
    readonly when?: Options;
    /**
     * Options that also show files that begin with a dot. A file name pattern that does not match `hiddenUnless` does
     * too.
     */
    readonly hiddenWhen?: Options;
    readonly hiddenUnless?: { readonly options: Options; readonly like: RegExp };
  };
  /** Options with which only names are shown. */
  readonly namesWhen?: Options;
  /** The maximum number of words besides options. */
  readonly most?: number;
  /** One of these options is required. */
  readonly needs?: Options;
  /** One of these options is required if there are words besides options. */
  readonly wordsNeed?: Options;
  /** How each word besides options begins. */
  readonly begins?: string;
  /** What each word besides options must match. The words must then be known. */
  readonly like?: RegExp;
  /**
   * What the values of some options must match. They must then be in the line. Any other value may be a host, or show
   * more.
   */
  readonly valuesLike?: { readonly options: Options; readonly like: RegExp };
  /** What no word may contain. */
  readonly never?: readonly string[];
  /** Options whose value must be in the line. */
  readonly writtenOut?: Options;
}

/** What is known about a program, as data if that is enough. */
export type Program =
  /** No option makes it do anything but read, and none names a file. */
  | { readonly kind: 'reads'; readonly operands: 'text' | 'names' | 'contents' }
  /** Changes what its name says, and nothing else. */
  | { readonly kind: 'changes' }
  /** Executes or writes through its words, unless it is used in one of the read-only ways. */
  | { readonly kind: 'hazard'; readonly hazard: string; readonly reads?: readonly Usage[] }
  /** Changes what its name says, except with some options, or is used in one of the read-only ways. */
  | {
      readonly kind: 'careful';
      readonly avoid: Options;
      /** What no word may contain. */
      readonly never?: readonly string[];
      /** The maximum number of words besides options and numbers. Each further word would be another thing to do. */
      readonly most?: number;
      /** What the first word besides options may be, if there is one. */
      readonly firstWord?: readonly string[];
      /** What the first word besides options must not be. */
      readonly notFirst?: readonly string[];
      readonly reads?: readonly Usage[];
    }
  /** The first word besides options determines what it does. A word that is not in the table is a hazard. */
  | {
      readonly kind: 'commands';
      readonly options: Options;
      readonly commands: ReadonlyMap<string, Program>;
      readonly alone: Program;
    }
  /** Starts the program that follows its options and `skip` words. */
  | { readonly kind: 'wrapper'; readonly options: Options; readonly skip?: number; readonly isQuiet: boolean }
  /** Needs more than a table. */
  | { readonly kind: 'special'; readonly judge: (words: readonly ShellWord[]) => Judgement };

/** Programs by name. */
export type Programs = ReadonlyMap<string, Program>;
