import type { ListedSession, SessionPreview } from '../host/tui-host.ts';
import { cleanLine, cleanText } from '../paint/layout/clean-text.ts';
import type { Lines, View } from '../paint/layout/view.ts';
import { hang, padEnd, padStart, truncate, truncateMiddle, widthOf, wrapText } from '../paint/layout/wrap.ts';
import { NARROW, WIDE } from '../paint/status/describe-status.ts';
import { paintRoundCost } from '../paint/status/paint-cost.ts';
import type { ListRow } from '../lists/paint-list.ts';
import { describeAge, describeBriefAge, sessionTexts } from '../texts/panel-texts.ts';

/** Where the preview is: beside a wide list, below a tall one, or absent in a small window. */
export interface BrowserLayout {
  readonly kind: 'beside' | 'below' | 'alone' | 'spoken';
  readonly listWidth: number;
  readonly listRows: number;
  /** The column of titles. */
  readonly titleCells: number;
  readonly previewWidth: number;
  readonly previewRows: number;
}

/** Folder and age share a column: the longer the age, the less of the folder. */
const PLACE_CELLS = 27;
const COST_CELLS = 8;
/** The mark of the chosen row, and what a list leaves free at its right. */
const AROUND_CELLS = 6;
/** The columns of a normal window are for this width. */
const NORMAL = 80;
const TITLE_CELLS = { beside: 32, below: 39, least: 12 } as const;

/** A screen reader says one row at a time. */
export function spokenLayout(rows: number): BrowserLayout {
  return { ...planLayout(0, rows), kind: 'spoken' };
}

/** Beside the list from a hundred columns on, two rows below it in a normal window. */
export function planLayout(width: number, rows: number): BrowserLayout {
  if (width >= WIDE) {
    const titleCells = TITLE_CELLS.beside;
    const listWidth = titleCells + PLACE_CELLS + COST_CELLS + AROUND_CELLS + 1;
    const previewWidth = width - listWidth - 1;
    // The row of column names.
    return { kind: 'beside', listWidth, listRows: rows - 1, titleCells, previewWidth, previewRows: rows };
  }
  if (width < NARROW || rows < 5)
    return { kind: 'alone', listWidth: width, listRows: rows, titleCells: 0, previewWidth: 0, previewRows: 0 };
  const titleCells = Math.max(TITLE_CELLS.least, TITLE_CELLS.below + width - NORMAL);
  return { kind: 'below', listWidth: width, listRows: rows - 3, titleCells, previewWidth: width, previewRows: 2 };
}

/** The names of the columns. */
export function headOf({ titleCells }: BrowserLayout): string {
  const { title, folder, age, cost } = sessionTexts.columns;
  return `  ${title.padEnd(titleCells)}${folder.padEnd(PLACE_CELLS - age.length)}${age}${cost.padStart(COST_CELLS)}`;
}

/** How a session is shown. */
interface RowLook {
  readonly layout: BrowserLayout;
  readonly now: number;
  /** A title that is being typed, in place of its own. */
  readonly typed: string | undefined;
}

/** A session as a row. */
export function toSessionRow(session: ListedSession, { layout, now, typed }: RowLook): ListRow {
  const { title, folder, updatedAt, pending, cost } = session;
  const mark = typed === undefined && pending > 0 ? '  ?' : '';
  const age = describeBriefAge(updatedAt, now);
  const name = typed ?? cleanLine(title === '' ? sessionTexts.untitled : title);
  const isPainted = typed === undefined ? {} : { isPainted: true };
  if (layout.kind === 'spoken')
    return { text: name, note: `${cleanLine(folder)} · ${describeAge(updatedAt, now)}`, ...isPainted };
  if (layout.kind === 'alone') return { text: name + mark, note: age, ...isPainted };
  const shown = truncate(name, layout.titleCells - 2 - mark.length) + mark;
  const place = truncateMiddle(cleanLine(folder), PLACE_CELLS - 2 - Math.max(3, widthOf(age)));
  const where = `${place}${padStart(age, PLACE_CELLS - widthOf(place))}`;
  const spent = cost === null ? '' : paintRoundCost(cost);
  return { text: `${padEnd(shown, layout.titleCells)}${where}${spent.padStart(COST_CELLS)}`.trimEnd(), ...isPainted };
}

/** How many cells of a typed title are visible. */
export function roomForTitle({ kind, titleCells, listWidth }: BrowserLayout): number {
  return kind === 'alone' ? Math.max(8, listWidth - 16) : titleCells - 2;
}

/** What is known of the marked session. */
export function paintAbout(
  { messages, pending, isOpen, model }: ListedSession,
  { waitsFor }: SessionPreview,
  { kind }: BrowserLayout,
): string {
  const asked = waitsFor === null || kind === 'beside' ? sessionTexts.pending(pending) : sessionTexts.asks(waitsFor);
  // Beside the list, the preview ends with the one approval.
  const isShown = kind === 'beside' && pending === 1;
  const facts = [
    sessionTexts.messages(messages),
    ...(pending === 0 || isShown ? [] : [asked]),
    ...(isOpen && pending === 0 ? [sessionTexts.open] : []),
    ...(model === null || kind !== 'beside' ? [] : [model]),
  ];
  return cleanLine(facts.join(' · '));
}

/** The last messages: those of the user with their sign, the agent's after a margin, and what it waits for. */
export function paintPreview({ text, waitsFor }: SessionPreview, width: number, { theme }: View): Lines {
  const room = Math.max(1, width - 2);
  const said = cleanText(text)
    .split('\n\n')
    .flatMap((part) =>
      part.startsWith('> ')
        ? hang(theme.accent('❯ '), wrapText(part.slice(2), room))
        : hang('  ', wrapText(part, room)),
    );
  if (waitsFor === null) return said;
  const asked = wrapText(cleanLine(sessionTexts.asks(waitsFor)), Math.max(1, room - 2));
  return [...said, ...hang(`  ${theme.warning('?')} `, asked)];
}

/** The user's last message in a preview. */
export function lastMessage({ text }: SessionPreview): string {
  const said = text.split('\n\n').findLast((part) => part.startsWith('> '));
  return said === undefined ? '' : cleanLine(said.slice(2)).trim();
}

/** Adds the end of the preview beside the list. */
export function joinPreview(
  list: Lines,
  preview: Lines,
  { layout, view }: { readonly layout: BrowserLayout; readonly view: View },
): Lines {
  const { theme } = view;
  const [about = '', blank = '', ...said] = preview;
  const end = [about, blank, ...said.slice(-Math.max(0, LEAST_ROWS - 2, list.length - 2))];
  // Fixed, because the preview arrives later.
  const height = Math.max(list.length, Math.min(layout.previewRows, LEAST_ROWS));
  return Array.from({ length: height }, (_, row) =>
    `${padEnd(fillTo(list[row] ?? '', layout.listWidth - 4), layout.listWidth - 4)} ${theme.border('│')} ${truncate(end[row] ?? '', layout.previewWidth)}`.trimEnd(),
  );
}

/** A short list is as tall as its preview needs. */
const LEAST_ROWS = 7;

/** With spaces, because erasing to the end of the row would paint the ground below the preview too. */
function fillTo(row: string, width: number): string {
  return row.replace('\u001B[K', ' '.repeat(Math.max(0, width - widthOf(row))));
}
