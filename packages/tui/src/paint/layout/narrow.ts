import type { Lines, View } from './view.ts';
import { hang, indent, widthOf } from './wrap.ts';

/** In less width, nothing is indented further, so that text is not cut. */
const LEAST = 16;

/** Paints after an icon, in the remaining width. */
export function paintBehind(sign: string, view: View, paint: (inner: View) => Lines): Lines {
  const width = view.width - widthOf(sign);
  return width < LEAST ? paint(view) : hang(sign, paint({ ...view, width }));
}

/** Paints after a margin on every row. */
export function paintWithin(margin: string, view: View, paint: (inner: View) => Lines): Lines {
  const width = view.width - widthOf(margin);
  return width < LEAST ? paint(view) : indent(paint({ ...view, width }), margin);
}
