import { toText } from '@bowline/protocol/plain';
import { cleanText } from '../layout/clean-text.ts';
import { paintFolded } from '../layout/fold-rows.ts';
import { paintAttached } from '../markdown/paint-attached.ts';
import { fillRow } from '../layout/fill-row.ts';
import { measureOf } from '../layout/measure.ts';
import type { Lines, View } from '../layout/view.ts';
import { hang, widthOf, wrapText } from '../layout/wrap.ts';
import type { ItemOf } from '../../transcript/live-items.ts';
import { newsTexts } from '../../texts/transcript-texts.ts';

/** Long messages are folded, because the user knows what they pasted. */
const FOLDED = { head: 20, tail: 5 };

/** Paints a message of the user as typed, on a band. */
export function paintPerson(item: ItemOf<'person'>, view: View): Lines {
  const { theme, isScreenReader } = view;
  const sign = isScreenReader ? newsTexts.you : `${theme.accent('❯')} `;
  const inner = { ...view, width: Math.max(1, measureOf(view.width) - widthOf(sign)) };
  const paintWords = (part: string): Lines => wrapText(cleanText(part), inner.width);
  const rows = paintFolded(toText(item.content).trim(), inner, { ...FOLDED, paint: paintWords });
  const queued = item.isQueued ? [theme.dim(newsTexts.queued)] : [];
  const band = hang(sign, [...rows, ...paintAttached(item.content, inner), ...queued]);
  return isScreenReader ? band : band.map((row) => fillRow(row, theme.person, view));
}
