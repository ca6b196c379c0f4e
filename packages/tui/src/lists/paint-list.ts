import { paintCaret } from '../paint/layout/caret.ts';
import { FRAME_CELLS, type DockSection } from '../paint/frame/paint-dock.ts';
import { fillRow } from '../paint/layout/fill-row.ts';
import { padEnd, truncate, truncateMiddle, widthOf, wrapText } from '../paint/layout/wrap.ts';
import type { Lines, View } from '../paint/layout/view.ts';
import type { ListState } from './choice-list-state.ts';
import { panelTexts } from '../texts/panel-texts.ts';
import { spokenTexts } from '../texts/spoken-texts.ts';
import { toSentence, toSpokenWords } from '../texts/to-spoken-words.ts';
import { sayColumns } from './say-row.ts';

/** A row of a list: a label, and a note at the right. Both are sanitized and on one line. */
export interface ListRow {
  readonly text: string;
  readonly note?: string;
  /** Cut in the middle instead of at the end. */
  readonly isPath?: boolean;
  /** The text has styles of its own and is clean. */
  readonly isPainted?: boolean;
}

/** A list to paint. Rows are requested only if they are visible. */
export interface PaintedList {
  readonly title: string;
  /** The number of rows that match, and of all. */
  readonly count: number;
  readonly all: number;
  /** Follows the count in the title. */
  readonly note?: string;
  /** Replaces the count. */
  readonly right?: string;
  /** Above the rows: the names of columns. */
  readonly head?: string;
  readonly rowAt: (index: number) => ListRow;
  /** Shown if the list is empty. */
  readonly empty: string;
  readonly hint: string;
  /** In place of the keys. */
  readonly alert?: string;
  /** Below the rows. */
  readonly below?: Lines;
}

/** A note gets at most this share of a row. */
const NOTE_SHARE = 0.6;
/** Notes end here, however wide the window is. */
const MEASURE = 100;
const MARK_CELLS = 2;

/** The width of a list in a dock of this width. */
export function listWidth(width: number): number {
  return Math.max(8, Math.min(width, MEASURE) - 2 * FRAME_CELLS);
}

/** Paints the visible rows of a list, with title and search in the rule above and keys in the rule below. */
export function paintList(list: PaintedList, state: ListState, view: View & { readonly rows: number }): DockSection {
  if (view.isScreenReader) return sayList(list, state);
  const { theme } = view;
  const room = Math.max(1, view.rows);
  const shown = Math.max(0, Math.min(room, list.count - state.top));
  const items = Array.from({ length: shown }, (_, n) =>
    paintRow(list.rowAt(state.top + n), state.top + n === state.chosen, view),
  );
  const none = list.count > 0 ? [] : wrapText(theme.dim(list.empty), listWidth(view.width)).slice(0, room);
  const rows = [...items, ...none];
  const left = Math.max(0, Math.min(room, list.all) - rows.length);
  return {
    tone: 'focus',
    title: { left: [paintTitle(list, state, view)], right: describeCount(list, theme.dim) },
    rows: [
      ...(list.head === undefined ? [] : [theme.dim(truncate(list.head, view.width - FRAME_CELLS))]),
      ...rows,
      ...Array.from({ length: left }, () => ''),
      ...(list.below ?? []),
    ],
    keys: { left: paintKeys(list, view), right: [] },
  };
}

function paintKeys({ hint, alert }: PaintedList, { theme, width }: View): readonly string[] {
  if (alert === undefined) return shorten(hint).map((keys) => theme.dim(keys));
  return [theme.warning(truncate(alert, Math.max(8, width - 6)))];
}

function describeCount({ count, all, note, right }: PaintedList, dim: (text: string) => string): readonly string[] {
  if (right !== undefined) return [dim(right)];
  const place = panelTexts.count(count, all);
  return note === undefined ? [dim(place)] : [dim(`${place} · ${note}`), dim(place)];
}

/** The keys, then fewer of them. */
export function shorten(hint: string): readonly string[] {
  const parts = hint.split(' · ');
  return parts.map((_, at) => parts.slice(0, parts.length - at).join(' · '));
}

/** A screen reader says the chosen row only, and where it is. */
function sayList(list: PaintedList, { chosen, query, isSearching }: ListState): DockSection {
  const { title, count, note, right, head, below = [], empty, hint } = list;
  const { text, note: about = '' } = list.rowAt(chosen);
  const words = [sayColumns(text, head), ...(about === '' ? [] : [sayColumns(about)])].join(', ');
  return {
    tone: 'focus',
    key: title,
    title: { left: [title], right: [[note, right].filter((part) => part !== undefined).join(', ')] },
    rows: [
      count === 0 ? empty : spokenTexts.row(chosen + 1, count, toSentence(words)),
      ...below.map((row) => toSpokenWords(row)).filter((row) => row !== ''),
    ],
    keys: { left: [hint], right: [] },
    ...(isSearching ? { line: { label: spokenTexts.searchLabel, text: query, cursor: query.length } } : {}),
  };
}

function paintTitle({ title }: PaintedList, { query, isSearching }: ListState, { theme }: View): string {
  if (!isSearching) return theme.strong(title);
  return `${theme.strong(title)} ${theme.accent('›')} ${query}${paintCaret(' ')}`;
}

function paintRow({ text, note = '', isPath = false }: ListRow, isChosen: boolean, view: View): string {
  const { theme } = view;
  const width = listWidth(view.width);
  const noteText = truncate(note, Math.floor(width * NOTE_SHARE));
  const room = Math.max(1, width - MARK_CELLS - (noteText === '' ? 0 : widthOf(noteText) + 2));
  const fitted = isPath ? truncateMiddle(text, room) : truncate(text, room);
  const row = noteText === '' ? fitted : padEnd(fitted, width - MARK_CELLS - widthOf(noteText)) + theme.dim(noteText);
  return markRow(row, isChosen, view);
}

/** A row of a list, with the mark and the ground of the chosen one, which reaches the margin. */
export function markRow(row: string, isChosen: boolean, view: View): string {
  const { theme } = view;
  if (!isChosen) return `${' '.repeat(MARK_CELLS)}${row}`;
  return fillRow(`${theme.accent('❯')} ${theme.strong(row)}`, theme.selection, {
    ...view,
    width: view.width - FRAME_CELLS,
  });
}
