import { graphemeAt, graphemesOf } from '../../editor/graphemes.ts';
import { paintCaret } from '../../paint/layout/caret.ts';
import { hang, wrapCells } from '../../paint/layout/wrap.ts';
import type { Lines, View } from '../../paint/layout/view.ts';
import { showWhole } from './show-whole.ts';
import type { TextField } from '../text-field.ts';

/** Paints a text field with its cursor. A secret is shown as dots. */
export function paintField(
  field: TextField,
  view: View,
  { label, placeholder = '', isSecret = false }: { label: string; placeholder?: string; isSecret?: boolean },
): Lines {
  const { theme, width } = view;
  const sign = `${label} `;
  const shown = isSecret ? mask(field) : nearCursor(field);
  const isEmpty = field.text === '' && placeholder !== '';
  const text = isEmpty ? theme.dim(showWhole(placeholder)) : withCursor(shown);
  return hang(theme.accent(sign), wrapCells(text, Math.max(1, width - sign.length)));
}

/** The number of characters around the cursor that are painted. */
const AROUND = 2000;

function nearCursor({ text, cursor }: TextField): TextField {
  if (text.length <= AROUND * 2) return { text, cursor };
  const from = Math.max(0, cursor - AROUND);
  return { text: text.slice(from, cursor + AROUND), cursor: cursor - from };
}

export function mask({ text, cursor }: TextField): TextField {
  return { text: '•'.repeat(graphemesOf(text).length), cursor: graphemesOf(text.slice(0, cursor)).length };
}

function withCursor({ text, cursor }: TextField): string {
  const sign = graphemeAt(text, cursor)?.text ?? '';
  const before = showWhole(text.slice(0, cursor));
  if (sign === '' || sign === '\n') return `${before}${paintCaret(' ')}${showWhole(text.slice(cursor))}`;
  return `${before}${paintCaret(showWhole(sign))}${showWhole(text.slice(cursor + sign.length))}`;
}
