import type { WordSpan } from './word-span.ts';

/** Whether two parsers found the same programs, words and assignments at the same positions. */
export function isSameReading(some: readonly WordSpan[], others: readonly WordSpan[]): boolean {
  if (some.length !== others.length) return false;
  const sorted = toSorted(others);
  return toSorted(some).every(({ role, start, end }, index) => {
    const other = sorted[index];
    return other?.role === role && other.start === start && other.end === end;
  });
}

function toSorted(spans: readonly WordSpan[]): readonly WordSpan[] {
  return spans.toSorted((a, b) => a.start - b.start || b.end - a.end);
}
