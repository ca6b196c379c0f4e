import { toPlainText } from '../processes/plain-text.ts';

/**
 * Endings of a last line that prompts: a colon, a question mark, an arrow or a choice, optionally followed by a default
 * in brackets.
 */
const ENDINGS: readonly RegExp[] = [
  /[:?>❯›»$#]\s?$/u,
  /[:?]\s*[([][^()[\]]*[)\]]\s?:?\s?$/u,
  /[([]\s*(?:y\/n|yes\/no|yes\/no\/\[fingerprint\])\s*[)\]]\s?[:?]?\s?$/iu,
  /\b(?:password|passphrase|passcode|pin|username|login|code)\b[^:]{0,80}:?\s?$/iu,
  /\b(?:press|hit)\b.{0,40}\b(?:key|enter|return)\b.{0,40}$/iu,
];
/** Beginnings of menu lines, which may have more lines below. */
const BEGINNINGS: readonly RegExp[] = [/^\s*\?\s\S/u, /^\s*[❯◆]\s/u];
const MENU_LINES = 12;
const LONGEST = 300;
const LOOKED_AT = 4000;
/** Full-screen programs such as editors switch to the alternate screen and back. */
const SCREEN_IN = '\u001B[?1049h';
const SCREEN_OUT = '\u001B[?1049l';

/** Tells from the text whether an output ends with a prompt. */
export function looksLikePrompt(output: string): boolean {
  if (output.lastIndexOf(SCREEN_IN) > output.lastIndexOf(SCREEN_OUT)) return true;
  const lines = toPlainText(output.slice(-LOOKED_AT)).split('\n');
  const last = lines.at(-1) ?? '';
  const isQuestion = last.trim() !== '' && last.length <= LONGEST && ENDINGS.some((ending) => ending.test(last));
  return isQuestion || lines.slice(-MENU_LINES).some((line) => BEGINNINGS.some((beginning) => beginning.test(line)));
}
