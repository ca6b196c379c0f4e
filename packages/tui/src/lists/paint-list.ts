import { padEnd, truncate, widthOf, wrapText } from '../paint/layout/wrap.ts';
import type { Lines, View } from '../paint/layout/view.ts';
import type { ListState } from './choice-list-state.ts';
import { panelTexts } from '../texts/panel-texts.ts';

/** A row of a list: a label, and a note at the right. Both are sanitized and on one line. */
export interface ListRow {
  readonly text: string;
  readonly note?: string;
}

/** A list to paint. Rows are requested only if they are visible. */
export interface PaintedList {
  readonly title: string;
  readonly count: number;
  readonly rowAt: (index: number) => ListRow;
  /** Shown if the list is empty. */
  readonly empty: string;
  readonly hint: string;
}

/** A note gets at most this share of a row. */
const NOTE_SHARE = 0.45;

/** The number of item rows that fit besides title, search and keys. */
export function itemRows(rows: number): number {
  return Math.max(1, rows - 2);
}

/** Paints the visible rows of a list, with title and search above and keys below. */
export function paintList(list: PaintedList, state: ListState, view: View & { readonly rows: number }): Lines {
  const { theme, width } = view;
  const room = itemRows(view.rows);
  const shown = Math.max(0, Math.min(room, list.count - state.top));
  const items = Array.from({ length: shown }, (_, n) =>
    paintRow(list.rowAt(state.top + n), state.top + n === state.chosen, view),
  );
  const none = wrapText(theme.dim(list.empty), width).slice(0, room);
  return [
    paintTop(list, state, view),
    ...(list.count === 0 ? none : items),
    theme.dim(truncate(`${place(list.count, room, state)}${list.hint}`, width)),
  ];
}

function place(count: number, room: number, { chosen }: ListState): string {
  return count > room ? panelTexts.place(chosen + 1, count) : '';
}

function paintTop(
  { title }: PaintedList,
  { query, isSearching }: ListState,
  { theme, width, isScreenReader }: View,
): string {
  if (!isSearching) return theme.heading(truncate(title, width));
  const label = isScreenReader ? panelTexts.searchLabel(title) : `${title} › `;
  const cursor = isScreenReader ? '' : '\u001B[7m \u001B[27m';
  return truncate(`${theme.heading(label)}${query}${cursor}`, width);
}

function paintRow({ text, note = '' }: ListRow, isChosen: boolean, { theme, width, isScreenReader }: View): string {
  const noteText = truncate(note, Math.floor(width * NOTE_SHARE));
  if (isScreenReader)
    return truncate(`${text}${note === '' ? '' : `, ${note}`}${isChosen ? panelTexts.selected : ''}`, width);
  const room = Math.max(1, width - 2 - (noteText === '' ? 0 : widthOf(noteText) + 2));
  const fitted = truncate(text, room);
  const padded = noteText === '' ? fitted : padEnd(fitted, room + 2);
  if (!isChosen) return `  ${padded}${theme.dim(noteText)}`;
  return `${theme.accent('❯ ')}${theme.chosen(`${padded}${noteText}`)}`;
}
