import { beginStyles, endStyles, followStyles, type OpenStyles } from './open-styles.ts';

/** Ends all styles at the end of each line and restarts them on the next, because each row is shown separately. */
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
