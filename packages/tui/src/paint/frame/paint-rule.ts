import { truncate, widthOf } from '../layout/wrap.ts';
import type { Style } from '../theme/theme.ts';

/** What a rule says at its left and at its right: styled, each from its longest form to its shortest. */
export interface RuleWords {
  readonly left: readonly string[];
  readonly right: readonly string[];
  /** The left is shortened first. */
  readonly keepsRight?: boolean;
}

/** What is happening, with what only a screen reader needs. */
export interface ActivityWords extends RuleWords {
  /** The words without what counts, so that they are not said every second. */
  readonly about?: string;
  /** How to stop it, as a sentence. */
  readonly hint?: string;
  /** How long it has taken, in words. */
  readonly elapsed?: string;
  /** What else is said when it appears. */
  readonly news?: readonly string[];
}

export const NO_WORDS: RuleWords = { left: [], right: [] };

const corners = { top: '╭', middle: '├', bottom: '╰' } as const;

/** Paints a horizontal line of the frame with words in it: `╭─ left ───── right ─`. */
export function paintRule(
  corner: keyof typeof corners,
  words: RuleWords,
  { width, style }: { readonly width: number; readonly style: Style },
): string {
  const [left, right] = fit(words, width - 1);
  const begin = left === '' ? '' : `${style('─')} ${left} `;
  const end = right === '' ? '' : ` ${right} ${style('─')}`;
  const fill = Math.max(0, width - 1 - widthOf(begin) - widthOf(end));
  return `${style(corners[corner])}${begin}${style('─'.repeat(fill))}${end}`;
}

/** A side that is missing is worse than one in a shorter form. */
const DROPPED = 3;
/** A shorter form of a side that is kept is worse than one of the other side. */
const KEPT = 2;

/** The longest forms that fit. */
function fit({ left, right, keepsRight = false }: RuleWords, width: number): readonly [string, string] {
  const lefts = left.length === 0 ? [''] : left;
  const rights = [...right, ''];
  const pairs = lefts.flatMap((one, l) =>
    rights.map((other, r) => ({ one, other, cost: l + (keepsRight ? KEPT : 1) * r + (other === '' ? DROPPED : 0) })),
  );
  const best = pairs.toSorted((a, b) => a.cost - b.cost).find(({ one, other }) => needed(one, other) <= width);
  return best === undefined ? [truncate(lefts.at(-1) ?? '', Math.max(0, width - 3)), ''] : [best.one, best.other];
}

/** Each side has a space and a line around it, and one cell of line is between them. */
function needed(left: string, right: string): number {
  return (left === '' ? 0 : widthOf(left) + 3) + (right === '' ? 0 : widthOf(right) + 3) + 1;
}
