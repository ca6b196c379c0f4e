import { toSpokenWords } from '../texts/to-spoken-words.ts';

const CELLS = / {2,}/;

/** A row of columns in words. Each column but the first has its name before it, if all have one. */
export function sayColumns(row: string, head?: string): string {
  const cells = row.trim().split(CELLS);
  const names = head?.trim().split(CELLS) ?? [];
  const isNamed = names.length === cells.length;
  return toSpokenWords(cells.map((cell, at) => (isNamed && at > 0 ? `${names[at] ?? ''} ${cell}` : cell)).join(', '));
}
