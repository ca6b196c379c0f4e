/** A file or folder that a command which only reads looks at. */
export interface ShellRead {
  /** As the program gets it; `~`, `$HOME`, `$PWD` and patterns of names stand as they are. */
  readonly word: string;
  /**
   * What comes out: names, sizes and counts; what is in the file; or what is in all files below the folder, those that do
   * not begin with a dot, or also those that links in it lead to.
   */
  readonly shows: 'names' | 'contents' | 'tree' | 'visible_tree' | 'linked_tree';
  /** It may be something else than a file, as a name of a commit. */
  readonly isGuess?: boolean;
}

/** One program that a line would start, as far as the line tells. */
export interface ShellCommand {
  /** Its words as the program gets them: quotes and escapes are resolved. The first is the program. */
  readonly argv: readonly string[];
  /** The same as it stands in the line, for people and for rules that match text. */
  readonly text: string;
  /**
   * It only reads, whatever its words are: a program on the built-in list, used in a way that neither writes, executes
   * nor connects. Everything else is false, also what is merely not known.
   */
  readonly isReadOnly: boolean;
  /**
   * Why a rule that allows its first words must not be taken to allow all of it: it executes or writes through its
   * arguments, as in `find -exec`, `git -c`, `sed w`, `sort -o`. Null when it does nothing of the kind.
   */
  readonly hazard: string | null;
  /** The line has gone to another folder before it, so that no rule about its words speaks of it. */
  readonly isElsewhere?: boolean;
  /** Why it is dangerous enough to say so in a question, as in `rm -rf /`; null when it is not. */
  readonly danger: string | null;
  /** Files that redirections of it write, as the words stand; `/dev/null` and file descriptors are left out. */
  readonly writes: readonly string[];
  /**
   * All that it looks at if it only reads, and else what redirections feed it. When absent nothing is known, and any word
   * may be a file.
   */
  readonly reads?: readonly ShellRead[];
}

/** A command line, understood or not. What is not understood is never approved by itself. */
export type ShellLine =
  | {
      readonly kind: 'understood';
      /** Every program of the line, those that wrappers start (`env`, `xargs`, `bash -c`) and the wrappers too. */
      readonly commands: readonly ShellCommand[];
      /** All words of a line that one program can be started from, without a shell. */
      readonly words?: readonly string[];
    }
  | { readonly kind: 'not_understood'; readonly why: string };

/** Reads command lines. Made once, from the bytes of the grammar; reading is synchronous and takes linear time. */
export interface ShellReader {
  read(line: string): ShellLine;
}
