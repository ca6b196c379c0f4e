/** A file or directory that a command reads. */
export interface ShellRead {
  /** As the program receives it, but with `~`, `$HOME`, `$PWD` and file name patterns unexpanded. */
  readonly word: string;
  /**
   * What the output shows. `names`: names, sizes and counts. `contents`: the contents of the file. `tree`: the contents
   * of all files below the directory. `visible_tree`: only of those that do not begin with a dot. `linked_tree`: also
   * of those that links in it lead to.
   */
  readonly shows: 'names' | 'contents' | 'tree' | 'visible_tree' | 'linked_tree';
  /** It is possibly not a file, but for example the name of a commit. */
  readonly isGuess?: boolean;
}

/** One program that a line would start, judged by the line alone. */
export interface ShellCommand {
  /** The words as the program receives them, with quotes and escapes resolved. The first is the program. */
  readonly argv: readonly string[];
  /** The same as written in the line, for display and for rules that match text. */
  readonly text: string;
  /**
   * The command only reads: a program on the built-in list, used in a way that neither writes, executes nor connects,
   * whatever its words are. False for everything else, including what is unknown.
   */
  readonly isReadOnly: boolean;
  /**
   * Why a rule that allows its first words must not allow all of it: it executes or writes through its arguments, as in
   * `find -exec`, `git -c`, `sed w`, `sort -o`. Null if it does not.
   */
  readonly hazard: string | null;
  /** The line has changed to another directory before this command, so no rule about its words applies. */
  readonly isElsewhere?: boolean;
  /** Why it is dangerous enough for a warning in the approval request, as in `rm -rf /`. Null if it is not. */
  readonly danger: string | null;
  /** Files that its redirections write, as written in the line. `/dev/null` and file descriptors are left out. */
  readonly writes: readonly string[];
  /**
   * Everything that it reads if it is read-only, otherwise the files that are redirected to its input. If absent,
   * nothing is known, and any word may be a file.
   */
  readonly reads?: readonly ShellRead[];
}

/**
 * A command line, understood or not. A line that is not understood never runs without approval, except in yolo mode.
 */
export type ShellLine =
  | {
      readonly kind: 'understood';
      /** Every program of the line, including wrappers (`env`, `xargs`, `bash -c`) and the programs that they start. */
      readonly commands: readonly ShellCommand[];
      /** All words of the line, if it is one program that can be started from them without a shell. */
      readonly words?: readonly string[];
    }
  | { readonly kind: 'not_understood'; readonly why: string };

/** Reads command lines. Created once, from the bytes of the grammar. Reading is synchronous and takes linear time. */
export interface ShellReader {
  read(line: string): ShellLine;
}
