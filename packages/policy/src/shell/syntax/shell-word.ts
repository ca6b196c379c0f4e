/** One word of a line, and what is certain of it before the shell has expanded it. */
export interface ShellWord {
  /** What the program gets: quotes and escapes are resolved, expansions are left as they stand. */
  readonly text: string;
  /** Exactly its text; one word that is not all known; or any number of words, as of `$x` and `*.ts`. */
  readonly yields: 'exact' | 'one' | 'many';
  /** How each word that comes of it begins, as far as that is certain. A path in a variable counts as `/`, a number as `0`. */
  readonly prefix: string;
  /** Nothing of it is quoted or escaped: the shell may take it for a reserved word. */
  readonly isBare: boolean;
  /**
   * The files that it can mean follow from its text: it is exact, or has patterns of names and a quoted `$HOME` or `$PWD`.
   * Not what comes of other variables and commands, nor a quoted sign that the text alone would not tell from those.
   */
  readonly isKnownFile: boolean;
  /** The variable that it is nothing but, as of `$f` and `"$f"`. */
  readonly variable?: { readonly name: string; readonly isQuoted: boolean };
  /** It is `<(...)`: a pipe, whatever its name. */
  readonly isPipe?: boolean;
  readonly start: number;
  readonly end: number;
}

/** Whether a program may take the word, or one that comes of it, for an option. */
export function mayBeOption(word: ShellWord): boolean {
  return word.prefix.startsWith('-') || (word.prefix === '' && word.yields !== 'exact');
}

/** Whether the word is the text itself, whatever the shell expands. */
export function isExactly(word: ShellWord | undefined, text: string): boolean {
  return word?.yields === 'exact' && word.text === text;
}

/** Whether one cannot tell what words come of it: neither exact, nor a path, nor the value behind an equals sign. */
export function isUnsettled(word: ShellWord): boolean {
  if (word.yields === 'exact') return false;
  if (word.prefix.startsWith('-')) return !word.prefix.includes('=');
  return !word.prefix.includes('/') && !word.prefix.startsWith('0');
}
