import type { Lines } from './view.ts';
import { widthOf } from './wrap.ts';

/** Inverse text, written in a way that nothing else uses, so that it can be found again. */
const [BEGIN, END] = ['\u001B[27;7m', '\u001B[27m'];

/** Where typed text goes in a field. It can be seen without the cursor of the terminal. */
export function paintCaret(sign: string): string {
  return `${BEGIN}${sign}${END}`;
}

/** Rows in which the cursor of the terminal takes the place of the caret, as input methods need it. */
export interface Placed {
  readonly lines: Lines;
  readonly cursor: { readonly x: number; readonly y: number };
}

/** Finds the caret. Null if nothing is typed there. */
export function placeCursor(lines: Lines): Placed | null {
  const y = lines.findIndex((line) => line.includes(BEGIN));
  const line = lines[y];
  if (line === undefined) return null;
  const at = line.indexOf(BEGIN);
  const rest = line.slice(at + BEGIN.length);
  const plain = `${line.slice(0, at)}${rest.replace(END, '')}`;
  return { lines: lines.with(y, plain), cursor: { x: widthOf(line.slice(0, at)), y } };
}
