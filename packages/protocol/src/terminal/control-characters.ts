/** Control characters that a terminal acts on, except tab, newline, backspace, carriage return and ESC. */
const STRAY = /[\u0000-\u0007\u000B\u000C\u000E-\u001A\u001C-\u001F\u007F-\u009F]/g;
const EVERY = /[\u0000-\u001F\u007F-\u009F]/g;
/** Everything but visible characters and the plain space; U+2800 is a Braille pattern without dots. */
const INVISIBLE = String.raw`[^\u0020-\u007E\p{L}\p{M}\p{N}\p{P}\p{S}]|\p{Default_Ignorable_Code_Point}|\u2800`;
/** Combining marks that could change how another character reads: without a letter, or more than two on one. */
const STRAY_MARK = String.raw`(?<![\p{L}\p{N}\p{M}])\p{M}|(?<=\p{M}{2})\p{M}`;
const UNSEEN = new RegExp(`${INVISIBLE}|${STRAY_MARK}`, 'gu');

/** Removes control characters. Tabs, newlines, backspaces, carriage returns and ESC are left to the caller. */
export function dropControls(text: string): string {
  return text.replaceAll(STRAY, '');
}

/** Replaces every control character, including newlines and tabs. */
export function replaceControls(text: string, toWritten: (character: string) => string): string {
  return text.replaceAll(EVERY, (character) => toWritten(character));
}

/** Returns a visible sign for a character: the picture of a control character, the number of any other one. */
export function toPicture(character: string): string {
  const code = character.codePointAt(0) ?? 0;
  if (code < 0x20) return String.fromCodePoint(0x2400 + code);
  if (code === 0x7f) return '␡';
  return `⟨U+${code.toString(16).toUpperCase().padStart(4, '0')}⟩`;
}

/** Writes out every character that is not visible as `\u{1b}`, newlines and tabs too. */
export function spellUnseen(text: string): string {
  return text.replaceAll(UNSEEN, (character) => `\\u{${(character.codePointAt(0) ?? 0).toString(16)}}`);
}
