/** The first character of a text that a user cannot see in what is shown; null if all are shown. */
export function findUnshown(text: string, shown: string): string | null {
  let at = 0;
  for (const character of text.toWellFormed()) {
    const forms = formsOf(character);
    const form = forms.find((each) => shown.startsWith(each, at));
    if (form === undefined) return `U+${(character.codePointAt(0) ?? 0).toString(16)} at ${at}`;
    at += form.length;
  }
  return at === shown.length ? null : `more than there is: ${shown.slice(at, at + 20)}`;
}

/** The shown forms of a character: itself, its control picture, or its number; for a tab, spaces. */
function formsOf(character: string): readonly string[] {
  const code = character.codePointAt(0) ?? 0;
  const number = `⟨U+${code.toString(16).toUpperCase().padStart(4, '0')}⟩`;
  const picture = code === 0x7f ? '␡' : code < 0x20 ? String.fromCharCode(0x2400 + code) : number;
  return character === '\t' ? ['    '] : [number, picture, character];
}
