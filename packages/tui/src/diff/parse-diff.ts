import type { DiffRow } from './to-diff-rows.ts';

/** The changed lines of a unified diff, with their numbers. */
export function parseDiff(diff: string): readonly DiffRow[] {
  const rows: DiffRow[] = [];
  let [left, right] = [1, 1];
  for (const line of diff.split('\n').slice(0, -1)) {
    const [, removed, added] = /^@@ -(\d+)(?:,\d+)? \+(\d+)(?:,\d+)? @@/.exec(line) ?? [];
    const [sign = ' '] = line;
    const text = line.slice(1);
    if (removed !== undefined) [left, right] = [Number(removed), Number(added)];
    else if (sign === '-') rows.push({ kind: 'removed', number: left++, text, other: null });
    else if (sign === '+') rows.push({ kind: 'added', number: right++, text, other: null });
    else if (sign === ' ') [left, right] = [left + 1, right + 1];
  }
  return rows;
}
