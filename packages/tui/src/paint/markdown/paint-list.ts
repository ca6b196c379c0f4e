import type { Token, Tokens } from 'marked';
import { paintBehind } from '../layout/narrow.ts';
import type { Lines, View } from '../layout/view.ts';
import { padStart } from '../layout/wrap.ts';
import { textTexts } from '../../texts/transcript-texts.ts';

type PaintInside = (tokens: readonly Token[], view: View, isClose: boolean) => Lines;

/** Paints a list, each item after its bullet or number. */
export function paintList(list: Tokens.List, view: View, paintInside: PaintInside): Lines {
  const first = list.start === '' ? 1 : list.start;
  const digits = String(first + list.items.length - 1).length;
  return list.items.flatMap((item, at) => {
    const sign = list.ordered ? `${padStart(String(first + at), digits)}. ` : bulletOf(item, view);
    const rows = paintBehind(view.theme.dim(sign), view, (inner) =>
      toRows(paintInside(item.tokens, inner, !list.loose)),
    );
    return list.loose && at > 0 ? ['', ...rows] : rows;
  });
}

/** An empty item still has its bullet. */
const toRows = (rows: Lines): Lines => (rows.length === 0 ? [''] : rows);

function bulletOf({ task, checked }: Tokens.ListItem, { isScreenReader }: View): string {
  if (!task) return isScreenReader ? '- ' : '• ';
  if (isScreenReader) return textTexts.task(checked === true);
  return checked === true ? '✓ ' : '○ ';
}
