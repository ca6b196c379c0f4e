import { RESET } from '@bowline/protocol/plain';
import { kindOfText } from '../paint/layout/cells.ts';
import { beginStyles, followStyles, type OpenStyles } from '../paint/layout/open-styles.ts';

const SEQUENCE = /\u001B\[[\d;:]*m/g;
const ERASE_TO_END = '\u001B[K';

/**
 * What changes a row on the screen to another one: only the part that differs, after a move to its column. Null if the
 * row must be written anew, because it has links, a background up to the margin, or characters of unknown width.
 */
export function paintChange(before: string, next: string): string | null {
  if (!isSimple(before) || !isSimple(next)) return null;
  const from = startOfChange(before, next);
  const start = next.slice(0, from);
  const column = visibleLength(start);
  const open: OpenStyles = new Map();
  followStyles(open, start);
  const begin = `${column === 0 ? '' : `\u001B[${column}C`}${beginStyles(open)}`;
  const same = endOfChange(before, next, from);
  const [old, fresh] = [before.slice(from, before.length - same), next.slice(from, next.length - same)];
  // A part of another width moves what follows it.
  if (visibleLength(old) === visibleLength(fresh)) return withReset(begin + fresh, open);
  // After a full row, erasing would erase its last cell.
  const isShorter = visibleLength(next) < visibleLength(before);
  const rest = begin + next.slice(from);
  // Cells are erased in the style that is open.
  return isShorter ? rest + RESET + ERASE_TO_END : withReset(rest, open);
}

/** Ends the styles of a part, if it has any. */
function withReset(part: string, open: OpenStyles): string {
  return open.size > 0 || /\u001B\[[\d;:]*m/.test(part) ? part + RESET : part;
}

function isSimple(row: string): boolean {
  const visible = row.replaceAll(SEQUENCE, '');
  return !visible.includes('\u001B') && kindOfText(visible) === 'narrow';
}

function visibleLength(text: string): number {
  return text.replaceAll(SEQUENCE, '').length;
}

/** Where the rows begin to differ, not within a sequence. */
function startOfChange(before: string, next: string): number {
  const most = Math.min(before.length, next.length);
  let at = 0;
  while (at < most && before.charCodeAt(at) === next.charCodeAt(at)) at += 1;
  const escape = next.lastIndexOf('\u001B', at - 1);
  if (escape === -1) return at;
  const end = next.indexOf('m', escape);
  return end !== -1 && end < at ? at : escape;
}

/** How many characters at the end of both rows are the same, in the same style, without a part of a sequence. */
function endOfChange(before: string, next: string, from: number): number {
  const most = Math.min(before.length, next.length) - from;
  let same = 0;
  while (same < most && before.charCodeAt(before.length - 1 - same) === next.charCodeAt(next.length - 1 - same))
    same += 1;
  const cut = next.length - same;
  const escape = next.lastIndexOf('\u001B', cut - 1);
  const end = escape === -1 ? -1 : next.indexOf('m', escape);
  if (end >= cut) same = next.length - end - 1;
  return stylesAt(before, before.length - same) === stylesAt(next, next.length - same) ? same : 0;
}

function stylesAt(row: string, at: number): string {
  const open: OpenStyles = new Map();
  followStyles(open, row.slice(0, at));
  return [...open.values()].toSorted().join('');
}
