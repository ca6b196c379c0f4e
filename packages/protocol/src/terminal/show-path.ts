import { replaceControls, toPicture } from './control-characters.ts';
import { showExactly } from './show-invisibles.ts';

const LONGEST = 80;
/** The characters of a path that is shown as it is. Others, such as a middle dot, could make it read as a sentence. */
const PLAIN = /^(?:(?!\p{Default_Ignorable_Code_Point})[\p{L}\p{M}\p{N}./_@+~=#%,()[\]{}$&!*<>|:;?^\\-])+$/u;

/** Whether a text reads as one path: letters, digits and what is usual in paths, no blanks and no quotes. */
export function isPlainPath(text: string): boolean {
  return text.length <= 4096 && PLAIN.test(text);
}

/** A path within a sentence: its middle left out when it is long, in quotes when it has blanks. */
export function showPath(path: string): string {
  const half = Math.floor(LONGEST / 2);
  const short = path.length > LONGEST ? `${path.slice(0, half)}…${path.slice(1 - half)}` : path;
  return isPlainPath(path) ? short : `'${showInRow(short).replaceAll("'", '’')}'`;
}

/** A text with nothing in it that a terminal acts on, in one row. */
export function showInRow(text: string): string {
  return showExactly(replaceControls(text, toPicture));
}
