import { toPlainText } from '../plain-text.ts';

/** How a last line ends that asks: a colon, a question, an arrow, a choice, also with a default in brackets after it. */
const ENDINGS: readonly RegExp[] = [
  /[:?>❯›»$#]\s?$/u,
  /[:?]\s*[([][^()[\]]*[)\]]\s?:?\s?$/u,
  /[([]\s*(?:y\/n|yes\/no|yes\/no\/\[fingerprint\])\s*[)\]]\s?[:?]?\s?$/iu,
  /\b(?:password|passphrase|passcode|pin|username|login|code)\b[^:]{0,80}:?\s?$/iu,
  /\b(?:press|hit)\b.{0,40}\b(?:key|enter|return)\b.{0,40}$/iu,
];
/** How a line begins that a program with menus draws, with more lines below it. */
const BEGINNINGS: readonly RegExp[] = [/^\s*\?\s\S/u, /^\s*[❯◆]\s/u];
const MENU_LINES = 12;
const LONGEST = 300;
const LOOKED_AT = 4000;
/** Full-screen programs, such as editors, go to a screen of their own and come back from it. */
const SCREEN_IN = '\u001B[?1049h';
const SCREEN_OUT = '\u001B[?1049l';

/** Whether an output ends by asking somebody something, as far as one can tell from its words. */
export function looksLikePrompt(output: string): boolean {
  if (output.lastIndexOf(SCREEN_IN) > output.lastIndexOf(SCREEN_OUT)) return true;
  const lines = toPlainText(output.slice(-LOOKED_AT)).split('\n');
  const last = lines.at(-1) ?? '';
  const isQuestion = last.trim() !== '' && last.length <= LONGEST && ENDINGS.some((ending) => ending.test(last));
  return isQuestion || lines.slice(-MENU_LINES).some((line) => BEGINNINGS.some((beginning) => beginning.test(line)));
}
