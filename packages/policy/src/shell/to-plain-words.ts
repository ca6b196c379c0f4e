import type { SimpleCommand } from './syntax/simple-command.ts';

/** Bash builtins and keywords. Only a shell runs them as the user means them. */
const OF_THE_SHELL = new Set(
  (
    'alias bg bind break builtin caller cd command compgen complete compopt continue coproc declare dirs disown echo enable ' +
    'eval exec exit export false fc fg function getopts hash help history jobs kill let local logout mapfile popd printf ' +
    'pushd pwd read readarray readonly return set shift shopt source suspend test time times trap true type typeset ulimit ' +
    'umask unalias unset wait [ [[ : . ! { }'
  ).split(' '),
);

/**
 * The words of a line that is nothing but one program with words written exactly as the program receives them. The
 * program can be started from these words, without a shell that parses the line again. Empty for every other line.
 */
export function toPlainWords(line: string, commands: readonly SimpleCommand[]): { readonly words?: readonly string[] } {
  const [only] = commands;
  if (only === undefined || commands.length > 1 || only.kind !== 'program') return {};
  const { words, assignments, redirections } = only;
  const isPlain = assignments.length + redirections.length === 0 && words.every(({ yields }) => yields === 'exact');
  const [program] = words;
  if (!isPlain || program === undefined || program.text === '' || OF_THE_SHELL.has(program.text)) return {};
  // Anything else between words, such as `2>&1`, would be lost.
  const between = words.map(({ start }, n) => line.slice(words[n - 1]?.end ?? 0, start));
  const rest = line.slice(words.at(-1)?.end);
  return [...between, rest].every((gap) => /^[ \t]*$/.test(gap)) ? { words: words.map(({ text }) => text) } : {};
}
