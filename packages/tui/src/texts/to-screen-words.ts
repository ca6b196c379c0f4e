/** Command-line commands and options, and the slash commands that do the same. Longer ones come first. */
const commands: readonly (readonly [RegExp, string])[] = [
  [/\bbowline policy grants\b/g, '/grants'],
  [/\bbowline policy\b/g, '/policies'],
  [/\bbowline trust add\b/g, '/trust'],
  [/\bbowline trust (status|list|remove)\b/g, '/permissions $1'],
  [/\bbowline sessions list(?: --all)?(?![\w-])/g, '/resume'],
  [/\bbowline --resume ([\w-]+)(?![\w-]| --)/g, '/resume $1'],
  [/\bbowline (auth|context|doctor|memory|models|pending|settings|tools|trust)\b/g, '/$1'],
  // Only in the form that Bowline's own texts use, because a quoted command may have an option of this name.
  [/(?<=^|\s)-m(?=,)/g, '/model'],
];

/** Replaces command-line commands by the slash commands of the TUI. */
export function toScreenWords(text: string): string {
  return commands.reduce((words, [from, to]) => words.replaceAll(from, to), text);
}
