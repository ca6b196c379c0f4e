/** The sequences that painters write: styles, a background up to the margin, and links. */
const OWN = /(\u001B\[[\d;:]*m|\u001B\[K|\u001B\]8;;[!-~]*\u0007)/;
const EVERY_OWN = new RegExp(OWN, 'g');
const CONTROL = /[\u0000-\u001F\u007F-\u009F]/;
const EVERY_CONTROL = new RegExp(CONTROL, 'g');

/**
 * Makes a row safe to write: text, styles and links. Painters already clean outside text. This guards against one that
 * does not, so that a terminal never executes anything else.
 */
export function guardRow(row: string): string {
  if (!CONTROL.test(row) || !CONTROL.test(row.replaceAll(EVERY_OWN, ''))) return row;
  return row
    .split(OWN)
    .map((part, at) => (at % 2 === 1 ? part : part.replaceAll(EVERY_CONTROL, '\uFFFD')))
    .join('');
}
