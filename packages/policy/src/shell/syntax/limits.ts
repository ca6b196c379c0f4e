/**
 * How much of a line is looked at. Over a limit a line is not understood, so that no limit lets anything through; and
 * no line under them takes long, which claim P10 measures.
 */
export const limits = {
  /** UTF-16 units of a line. */
  chars: 8192,
  /** Programs that a line starts, those of wrappers counted. */
  commands: 64,
  words: 256,
  /** Quoted strings, escapes, expansions, patterns of names and comments. */
  parts: 256,
  /** Groups, loops, subshells, substitutions and `bash -c` inside one another. */
  depth: 5,
  /** Calls of the parser's progress function, each some hundred steps: an end in sight should the grammar ever loop. */
  parserTicks: 200,
} as const;
