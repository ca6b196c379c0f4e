/** What the command line calls it, and what does the same here; the longer ones first. */
const commands: readonly (readonly [RegExp, string])[] = [
  [/\bbowline policy grants\b/g, '/grants'],
  [/\bbowline policy\b/g, '/policies'],
  [/\bbowline trust add\b/g, '/trust'],
  [/\bbowline trust (status|list|remove)\b/g, '/permissions $1'],
  [/\bbowline sessions list(?: --all)?(?![\w-])/g, '/resume'],
  [/\bbowline --resume ([\w-]+)(?![\w-]| --)/g, '/resume $1'],
  [/\bbowline (auth|context|doctor|memory|models|pending|settings|tools|trust)\b/g, '/$1'],
  // Only as our own sentences have it: a command that is quoted may have an option of this name.
  [/(?<=^|\s)-m(?=,)/g, '/model'],
];

/** Words of the command line as you can follow them on the screen: with its own commands. */
export function toScreenWords(text: string): string {
  return commands.reduce((words, [from, to]) => words.replaceAll(from, to), text);
}
