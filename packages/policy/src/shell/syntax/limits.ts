/**
 * Limits on the size of a line. A line over a limit is not understood, so no limit lets anything through. No line
 * within the limits takes long to read, which claim P10 measures.
 */
export const limits = {
  /** UTF-16 code units of a line. */
  chars: 8192,
  /** Programs that a line starts, including those started by wrappers. */
  commands: 64,
  words: 256,
  /** Quoted strings, escapes, expansions, file name patterns and comments. */
  parts: 256,
  /** Nested groups, loops, subshells, substitutions and `bash -c`. */
  depth: 5,
  /** Calls of the parser's progress function, one every few hundred steps. Ends parsing if the grammar ever loops. */
  parserTicks: 200,
} as const;
