import type { PaintedPrompt } from '../paint/frame/paint-dock.ts';
import type { View } from '../paint/layout/view.ts';
import { truncate } from '../paint/layout/wrap.ts';
import { cleanLine } from '../paint/layout/clean-text.ts';
import { isLabel, isPlain, toShown } from '../editor/graphemes.ts';
import { cellAt, graphemesIn, rowAt, rowsOf, type Row } from '../editor/layout-rows.ts';
import type { HistorySearch } from '../editor/input-history.ts';
import { firstRow, type PromptState } from './prompt-state.ts';
import { isEmpty, lineOf, type TextBuffer } from '../editor/text-buffer.ts';
import type { TypedLine } from '../paint/layout/typed-line.ts';
import { promptTexts } from '../texts/prompt-texts.ts';
import { spokenTexts } from '../texts/spoken-texts.ts';

const MARGIN = 2;

/** The rows of text that are visible: a third of the window, at most ten. */
export function visibleRows(windowRows: number): number {
  return Math.max(1, Math.min(10, Math.floor(windowRows / 3)));
}

/** The width of a row of text: without the margin before it and the cell for a cursor after it. */
export function limitOf(view: View): number {
  return Math.max(2, view.width - MARGIN - 1);
}

/** How the prompt is shown. */
export interface PromptLook {
  readonly visible: number;
  readonly placeholder: string;
  /** Without the focus, its sign is dim. */
  readonly hasFocus?: boolean;
}

/** Paints as many rows of text as fit around the cursor. */
export function paintPrompt(
  state: PromptState,
  view: View,
  { visible, placeholder, hasFocus = true }: PromptLook,
): PaintedPrompt {
  if (view.isScreenReader) return { lines: [], cursor: { x: 0, y: 0 }, line: toTypedLine(state) };
  const { buffer, search } = state.editor;
  const rows = rowsOf(buffer, limitOf(view));
  const row = rowAt(rows, buffer.at);
  const top = firstRow(state.top, { row, rows: rows.length, visible });
  const shown = rows.slice(top, top + visible);
  const hidden = { above: top, below: rows.length - top - shown.length };
  const text = isEmpty(buffer)
    ? [view.theme.dim(truncate(placeholder, limitOf(view)))]
    : shown.map((each) => paintRow(buffer, each, view));
  const lines = [
    ...text.map(
      (line, index) => paintMargin(state, view, { margin: marginAt(hidden, index, shown.length), hasFocus }) + line,
    ),
    ...(search === null ? [] : [paintSearch(search, view)]),
  ];
  return { lines, cursor: { x: cursorCell(buffer, rows[row], view), y: row - top } };
}

/** The line of the cursor, for a screen reader. */
function toTypedLine({ editor: { buffer, search } }: PromptState): TypedLine {
  const { line, column } = buffer.at;
  const from = line === 0 && isShellText(buffer) ? 1 : 0;
  const label = isShellText(buffer) ? promptTexts.shellLabel : promptTexts.messageLabel;
  const place = buffer.lines.length === 1 ? label : spokenTexts.line(label, line + 1, buffer.lines.length);
  const before = cleanLine(lineOf(buffer).slice(from, Math.max(from, column)));
  return {
    label: search === null ? place : (search.isMissed ? promptTexts.searchMissed : promptTexts.search) + search.query,
    text: before + cleanLine(lineOf(buffer).slice(Math.max(from, column))),
    cursor: before.length,
  };
}

type Margin = 'sign' | 'above' | 'below' | 'none';

/** The margin shows that there are hidden rows. */
function marginAt(hidden: { readonly above: number; readonly below: number }, index: number, rows: number): Margin {
  if (index === 0) return hidden.above > 0 ? 'above' : 'sign';
  return index === rows - 1 && hidden.below > 0 ? 'below' : 'none';
}

function paintMargin(
  { editor, vim }: PromptState,
  view: View,
  { margin, hasFocus }: { readonly margin: Margin; readonly hasFocus: boolean },
): string {
  const { theme } = view;
  const isShell = isShellText(editor.buffer);
  switch (margin) {
    case 'above':
      return theme.dim('↑ ');
    case 'below':
      return theme.dim('↓ ');
    case 'none':
      return '  ';
    case 'sign':
      if (isShell) return theme.warning('! ');
      if (vim?.mode === 'normal') return theme.dim(': ');
      return (hasFocus ? theme.accent : theme.dim)('❯ ');
  }
}

/** Text that starts with `!` is for the shell. The margin shows this instead of the text. */
export function isShellText(buffer: TextBuffer): boolean {
  return lineOf(buffer, 0).startsWith('!');
}

function isMarked(buffer: TextBuffer, row: Row): boolean {
  return row.line === 0 && row.start === 0 && isShellText(buffer);
}

function paintRow(buffer: TextBuffer, row: Row, view: View): string {
  const start = row.start + (isMarked(buffer, row) ? 1 : 0);
  const text = lineOf(buffer, row.line).slice(start, row.end);
  if (isPlain(text) && !text.includes(' #')) return text;
  const parts = graphemesIn(buffer, { ...row, start }).map(({ text: grapheme }) => {
    const shown = truncate(isLabel(grapheme) ? cleanLine(grapheme) : toShown(grapheme), limitOf(view));
    return isLabel(grapheme) ? view.theme.accent(shown) : shown;
  });
  return parts.join('');
}

function paintSearch({ query, isMissed }: HistorySearch, { theme, width }: View): string {
  const found = isMissed ? promptTexts.searchMissed : promptTexts.search;
  return theme.dim(truncate(found + cleanLine(query), width));
}

function cursorCell(buffer: TextBuffer, row: Row | undefined, view: View): number {
  if (row === undefined) return MARGIN;
  const cells = cellAt(buffer, row, buffer.at.column) - (isMarked(buffer, row) ? 1 : 0);
  return MARGIN + Math.max(0, Math.min(cells, limitOf(view)));
}
