/** What painters write besides text: styles and links. */
const OWN = /(\u001B\[[\d;:]*m|\u001B\]8;;[!-~]*\u0007)/;
const EVERY_OWN = new RegExp(OWN, 'g');
const CONTROL = /[\u0000-\u001F\u007F-\u009F]/;
const EVERY_CONTROL = new RegExp(CONTROL, 'g');

/**
 * A row as it may be written: text, styles and links. Painters clean what is not ours; this is for the one that
 * forgets it, so that a terminal never acts on anything else.
 */
export function guardRow(row: string): string {
  if (!CONTROL.test(row) || !CONTROL.test(row.replaceAll(EVERY_OWN, ''))) return row;
  return row
    .split(OWN)
    .map((part, at) => (at % 2 === 1 ? part : part.replaceAll(EVERY_CONTROL, '\uFFFD')))
    .join('');
}
