import type { SimpleCommand } from './syntax/simple-command.ts';

/** What bash does itself or reads as part of its language: only a shell does it as a person means it. */
const OF_THE_SHELL = new Set(
  (
    'alias bg bind break builtin caller cd command compgen complete compopt continue coproc declare dirs disown echo enable ' +
    'eval exec exit export false fc fg function getopts hash help history jobs kill let local logout mapfile popd printf ' +
    'pushd pwd read readarray readonly return set shift shopt source suspend test time times trap true type typeset ulimit ' +
    'umask unalias unset wait [ [[ : . ! { }'
  ).split(' '),
);

/**
 * The words of a line that is nothing but one program and words that stand there as the program gets them: it can be
 * started from them, without a shell that reads the line once more. Nothing for every other line.
 */
export function toPlainWords(line: string, commands: readonly SimpleCommand[]): { readonly words?: readonly string[] } {
  const [only] = commands;
  if (only === undefined || commands.length > 1 || only.kind !== 'program') return {};
  const { words, assignments, redirections } = only;
  const isPlain = assignments.length + redirections.length === 0 && words.every(({ yields }) => yields === 'exact');
  const [program] = words;
  if (!isPlain || program === undefined || program.text === '' || OF_THE_SHELL.has(program.text)) return {};
  // Whatever stands between words, such as `2>&1`, would be lost.
  const between = words.map(({ start }, n) => line.slice(words[n - 1]?.end ?? 0, start));
  const rest = line.slice(words.at(-1)?.end);
  return [...between, rest].every((gap) => /^[ \t]*$/.test(gap)) ? { words: words.map(({ text }) => text) } : {};
}
