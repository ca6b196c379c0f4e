import { replaceControls, toPicture } from './control-characters.ts';
import { showExactly } from './show-invisibles.ts';

const LONGEST = 80;
/**
 * The characters of a path that is shown without quotes. Others, such as a middle dot, could make it read as a
 * sentence.
 */
const PLAIN = /^(?:(?!\p{Default_Ignorable_Code_Point})[\p{L}\p{M}\p{N}./_@+~=#%,()[\]{}$&!*<>|:;?^\\-])+$/u;

/** Whether a text reads as one path: letters, digits and the usual punctuation, no blanks and no quotes. */
export function isPlainPath(text: string): boolean {
  return text.length <= 4096 && PLAIN.test(text);
}

/** Formats a path for a sentence: a long one loses its middle, and one that is not plain is quoted. */
export function showPath(path: string): string {
  const half = Math.floor(LONGEST / 2);
  const short = path.length > LONGEST ? `${path.slice(0, half)}…${path.slice(1 - half)}` : path;
  return isPlainPath(path) ? short : `'${showInRow(short).replaceAll("'", '’')}'`;
}

/** Formats a text in one row, without anything that a terminal acts on. */
export function showInRow(text: string): string {
  return showExactly(replaceControls(text, toPicture));
}
