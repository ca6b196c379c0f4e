/** Where the program itself shows untrusted text. */
export const surfaces = [
  ...['text of the model', 'reasoning', 'tool name', 'tool arguments', 'file name of a call'],
  ...['to-do list', 'command in a confirmation', 'output of a command', 'diff in a confirmation'],
  ...['file name in a confirmation', 'plan in a confirmation', 'question of ask_user', 'option of ask_user'],
  ...['error of a provider', 'message of a person', 'paste'],
  ...['completion of a path', 'folder', 'branch', 'settings value', 'settings warning'],
  ...['memory file', 'policy message', 'unknown command'],
] as const;
export type Surface = (typeof surfaces)[number];

const MARK = /Zq([a-z])([a-z])q/g;

/** A word that occurs only in the untrusted text for this surface. */
export function toMark(surface: Surface): string {
  const at = surfaces.indexOf(surface);
  return `Zq${String.fromCharCode(97 + Math.floor(at / 26))}${String.fromCharCode(97 + (at % 26))}q`;
}

/** The surface whose mark is the last one before a position. */
export function surfaceBefore(written: string, at: number): Surface | undefined {
  const marks = [...written.slice(Math.max(0, at - 4000), at).matchAll(MARK)];
  const [, first = '', second = ''] = marks.at(-1) ?? [];
  return surfaces[(first.charCodeAt(0) - 97) * 26 + second.charCodeAt(0) - 97];
}
