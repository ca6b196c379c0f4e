import { beginStyles, endStyles, followStyles, type OpenStyles } from './open-styles.ts';

/** Ends the styles of a text at the end of each of its lines, and begins them again on the next: rows are shown alone. */
export function carryStyles(text: string): string {
  if (!text.includes('\u001B')) return text;
  const open: OpenStyles = new Map();
  return text
    .split('\n')
    .map((line) => {
      const before = beginStyles(open);
      followStyles(open, line);
      return before + line + endStyles(open);
    })
    .join('\n');
}
