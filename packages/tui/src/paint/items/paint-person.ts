import { toText } from '@bowline/protocol/plain';
import { cleanText } from '../clean-text.ts';
import { paintFolded } from '../fold-rows.ts';
import { paintAttached } from '../paint-attached.ts';
import type { Lines, View } from '../view.ts';
import { hang, wrapText } from '../wrap.ts';
import type { ItemOf } from './item-of.ts';

/** A pasted novel is the person's own: they know what is in it. */
const FOLDED = { head: 20, tail: 5 };

/** What the person said, as they typed it. */
export function paintPerson(item: ItemOf<'person'>, view: View): Lines {
  const { theme, isScreenReader } = view;
  const sign = isScreenReader ? 'You: ' : theme.accent('❯ ');
  const inner = { ...view, width: Math.max(1, view.width - (isScreenReader ? 5 : 2)) };
  const paintWords = (part: string): Lines => wrapText(cleanText(part), inner.width).map(theme.person);
  const rows = paintFolded(toText(item.content).trim(), inner, { ...FOLDED, paint: paintWords });
  const queued = item.isQueued ? [theme.dim('said while the agent worked')] : [];
  return hang(sign, [...rows, ...paintAttached(item.content, inner), ...queued]);
}
