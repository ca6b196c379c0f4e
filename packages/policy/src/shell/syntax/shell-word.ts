/** One word of a line, and what is certain about it before the shell expands it. */
export interface ShellWord {
  /** What the program receives: quotes and escapes are resolved, expansions are left as written. */
  readonly text: string;
  /**
   * `exact`: exactly its text. `one`: one word that is not fully known. `many`: any number of words, as for `$x` and
   * `*.ts`.
   */
  readonly yields: 'exact' | 'one' | 'many';
  /** How each resulting word begins, as far as it is certain. A path in a variable counts as `/`, a number as `0`. */
  readonly prefix: string;
  /** Nothing in it is quoted or escaped, so the shell may read it as a keyword. */
  readonly isBare: boolean;
  /**
   * The files that it can mean follow from its text: it is exact, or has file name patterns and a quoted `$HOME` or
   * `$PWD`. False for other variables and for commands, and for a quoted special character, which the text alone does
   * not distinguish from them.
   */
  readonly isKnownFile: boolean;
  /** The variable, if the word is nothing else, as in `$f` and `"$f"`. */
  readonly variable?: { readonly name: string; readonly isQuoted: boolean };
  /** It is `<(...)`: a pipe, whatever its name. */
  readonly isPipe?: boolean;
  readonly start: number;
  readonly end: number;
}

/** Whether a program may read the word, or one that results from it, as an option. */
export function mayBeOption(word: ShellWord): boolean {
  return word.prefix.startsWith('-') || (word.prefix === '' && word.yields !== 'exact');
}

/** Whether the word is exactly this text, whatever the shell expands. */
export function isExactly(word: ShellWord | undefined, text: string): boolean {
  return word?.yields === 'exact' && word.text === text;
}

/** Whether the resulting words are uncertain: not exact, nor a path, a number, or a value after an equals sign. */
export function isUnsettled(word: ShellWord): boolean {
  if (word.yields === 'exact') return false;
  if (word.prefix.startsWith('-')) return !word.prefix.includes('=');
  return !word.prefix.includes('/') && !word.prefix.startsWith('0');
}
