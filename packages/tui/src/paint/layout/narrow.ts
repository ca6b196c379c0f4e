import type { Lines, View } from './view.ts';
import { hang, indent, widthOf } from './wrap.ts';

/** With less room than this nothing is set in any further: better crooked than cut. */
const LEAST = 16;

/** Paints behind a sign, in the room that is left. */
export function paintBehind(sign: string, view: View, paint: (inner: View) => Lines): Lines {
  const width = view.width - widthOf(sign);
  return width < LEAST ? paint(view) : hang(sign, paint({ ...view, width }));
}

/** Paints behind a margin that goes down all the rows. */
export function paintWithin(margin: string, view: View, paint: (inner: View) => Lines): Lines {
  const width = view.width - widthOf(margin);
  return width < LEAST ? paint(view) : indent(paint({ ...view, width }), margin);
}
