import type { Lines, View } from '../layout/view.ts';
import type { Style } from '../theme/theme.ts';
import { padEnd, truncate, widthOf } from '../layout/wrap.ts';
import type { TypedLine } from '../layout/typed-line.ts';
import { paintRule, type ActivityWords, type RuleWords } from './paint-rule.ts';

/** A painted draft or dock, and the cursor's column and row in it. */
export interface PaintedPrompt {
  readonly lines: Lines;
  readonly cursor: { readonly x: number; readonly y: number };
  /** The line of the cursor, for a screen reader. */
  readonly line?: TypedLine;
}

/** The color of a section's frame: a panel with the keyboard, a question, a dangerous one, or one without the focus. */
export type SectionTone = 'focus' | 'question' | 'danger' | 'plain';

/** What the dock holds above the draft: a question, a panel, or completions. */
export interface DockSection {
  /** It pushes the rows above it up instead of covering them. */
  readonly pushes?: boolean;
  readonly tone: SectionTone;
  readonly title: RuleWords;
  readonly rows: Lines;
  /** The keys, in the rule below it. Null: what is happening is shown there. */
  readonly keys: RuleWords | null;
  /** For a screen reader: what tells it from others, the line that is typed in it, and the chosen answer. */
  readonly key?: string;
  readonly line?: TypedLine;
  readonly chosen?: string;
}

/** Everything in the dock. */
export interface DockParts {
  readonly section: DockSection | null;
  /** What needs the user behind a panel. */
  readonly waiting?: string;
  /** What is happening, and how to stop it. */
  readonly activity: ActivityWords;
  readonly draft: PaintedPrompt;
  /** The draft has the keyboard. */
  readonly hasDraft: boolean;
  readonly status: RuleWords;
  /** The last row. Null in a small window. */
  readonly place: PlaceRow | null;
}

/** Where the session is, and the keys, from their longest forms to their shortest. */
export interface PlaceRow {
  readonly left: readonly string[];
  readonly right: readonly string[];
}

/** The cells that the frame takes from a row. */
export const FRAME_CELLS = 2;

/** One open frame with everything that the user can act on. The cursor is in the draft. */
export function paintDock(parts: DockParts, view: View): PaintedPrompt {
  const { section, draft, place } = parts;
  const { theme, width } = view;
  const style = parts.hasDraft ? theme.accent : theme.border;
  const above = section === null ? [] : paintSection(section, view);
  const rule = paintRule(section === null ? 'top' : 'middle', toRuleWords(parts, view), { width, style });
  const lines = [
    ...above,
    rule,
    ...draft.lines.map((line) => `${style('│')} ${line}`),
    paintRule('bottom', parts.status, { width, style }),
    ...(place === null ? [] : [paintPlace(place, view)]),
  ];
  return { lines, cursor: { x: draft.cursor.x + FRAME_CELLS, y: above.length + 1 + draft.cursor.y } };
}

/** The keys of a section, or what is happening; at the right what waits behind a panel. */
function toRuleWords({ section, activity, waiting }: DockParts, { theme }: View): RuleWords {
  const words = section?.keys ?? activity;
  return waiting === undefined ? words : { ...words, right: [theme.warning(waiting), ...words.right] };
}

function paintSection({ tone, title, rows }: DockSection, { theme, width }: View): Lines {
  const styles: Readonly<Record<SectionTone, Style>> = {
    focus: theme.accent,
    question: theme.warning,
    danger: theme.danger,
    plain: theme.border,
  };
  const style = styles[tone];
  const side = style('│');
  return [paintRule('top', title, { width, style }), ...rows.map((row) => (row === '' ? side : `${side} ${row}`))];
}

const GUTTER = 2;
/** Keys or a note that are missing are worse than a shorter place. */
const DROPPED = 3;

/** The longest forms that fit next to each other. */
function paintPlace({ left, right }: PlaceRow, { theme, width }: View): string {
  const room = width - 2 * GUTTER;
  const pairs = left
    .flatMap((start, l) => [...right, ''].map((end, r) => ({ start, end, cost: l + r + (end === '' ? DROPPED : 0) })))
    .toSorted((one, other) => one.cost - other.cost);
  for (const { start, end } of pairs) {
    if (widthOf(start) + widthOf(end) + (end === '' ? 0 : GUTTER) <= room)
      return `${' '.repeat(GUTTER)}${padEnd(theme.dim(start), room - widthOf(end))}${theme.dim(end)}`.trimEnd();
  }
  return `${' '.repeat(GUTTER)}${theme.dim(truncate(left.at(-1) ?? '', room))}`;
}
