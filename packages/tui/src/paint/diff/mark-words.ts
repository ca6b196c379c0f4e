import { diffArrays } from 'diff';
import type { Style } from '../theme/theme.ts';

/** Words are not marked in longer lines, where marks would be hard to find. */
const MAX_LINE = 500;
const MAX_EDITS = 80;
/** Lines with a smaller common share count as replaced, not changed. */
const LEAST_COMMON = 0.4;

/** An operator of several characters is one word. */
const WORDS = /\s+|[\p{L}\p{N}_]+|[-+*/%<>=!&|^~?:]+|[^\s\p{L}\p{N}_]/gu;

/** Marks the parts of a line that the other line does not have. Null if marks would not help. */
export function markWords(line: string, other: string, mark: Style): string | null {
  if (line.length > MAX_LINE || other.length > MAX_LINE) return null;
  const [words, others] = [line.match(WORDS) ?? [], other.match(WORDS) ?? []];
  const found = diffArrays(others, words, { maxEditLength: MAX_EDITS });
  if (found === undefined) return null;
  const parts = found.filter(({ removed }) => !removed);
  const isSame = (word: string): boolean => word.trim() === '';
  const common = parts
    .filter(({ added }) => !added)
    .flatMap(({ value }) => value)
    .filter((word) => !isSame(word));
  const length = common.join('').length;
  const longest = Math.max(line.replaceAll(/\s/g, '').length, other.replaceAll(/\s/g, '').length);
  if (length < LEAST_COMMON * longest) return null;
  return parts.map(({ value, added }) => (added ? mark(value.join('')) : value.join(''))).join('');
}
