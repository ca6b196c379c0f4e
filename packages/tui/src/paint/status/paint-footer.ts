import type { ApprovalMode, ContextUse } from '@bowline/protocol';
import { cleanLine } from '../layout/clean-text.ts';
import type { Lines, View } from '../layout/view.ts';
import { padEnd, truncate, truncateStart, widthOf, wrapText } from '../layout/wrap.ts';
import { fitParts, type RowPart } from './fit-parts.ts';
import { paintContextBar } from './paint-context-bar.ts';
import { paintCost } from './paint-cost.ts';
import { describeMode, modeLabels } from '../../texts/modes.ts';
import { describePending, statusTexts, type PendingCounts } from '../../texts/screen-texts.ts';

/** What the footer shows. */
export interface FooterFacts {
  readonly folder: string;
  readonly branch: string | null;
  readonly model: string | null;
  readonly mode: ApprovalMode;
  readonly context: ContextUse | null;
  /** In US dollars. Null if no price is known. */
  readonly cost: number | null;
  /** The sandbox that commands run in. Null if they run as the user, empty if not yet known. */
  readonly sandbox: string | null;
  readonly pending: PendingCounts;
  /** The available keys, most useful first: `Esc stops`. */
  readonly hints: readonly string[];
}

/** One row of facts, and one of hints if there are any. */
export function paintFooter(facts: FooterFacts, view: View): Lines {
  const { theme, width } = view;
  if (view.isScreenReader) return wrapText(toWords(facts, view), width);
  const separator = theme.border(' · ');
  const left = [...toPlaces(facts, view), ...toMode(facts, view)];
  const right = toState(facts, view);
  const row = fitParts([...left, ...right], width, separator);
  const wide = spread(fitParts(left, width, separator), fitParts(right, width, separator), width);
  const hints = facts.hints.map((hint) => cleanLine(hint));
  return [truncate(wide ?? row, width), ...(hints.length === 0 ? [] : [paintHints(hints, view)])];
}

/** Puts text at both ends of the row, or returns undefined if it does not fit. */
function spread(left: string, right: string, width: number): string | undefined {
  const room = width - widthOf(right);
  return widthOf(left) + 3 > room ? undefined : padEnd(left, room) + right;
}

function toPlaces({ folder, branch }: FooterFacts, { theme }: View): readonly RowPart[] {
  const place = cleanLine(folder);
  const name = cleanLine(branch ?? '');
  const last = place.split(/[/\\]/).at(-1) ?? '';
  return [
    { forms: [place, truncateStart(place, 24), truncateStart(last, 16), ''].map(theme.dim), weight: 3 },
    { forms: [name, truncate(name, 20), truncate(name, 10), ''].map(theme.dim), weight: 1 },
  ];
}

function toMode({ mode, pending }: FooterFacts, { theme }: View): readonly RowPart[] {
  const style = mode === 'yolo' ? theme.warning : mode === 'default' ? theme.dim : theme.accent;
  const total = pending.approvals + pending.questions;
  const waiting = total === 0 ? [''] : [theme.warning(describePending(pending)), theme.warning(`${total} pending`)];
  return [
    { forms: [style(describeMode(mode)), style(modeLabels[mode].name)], weight: 5.5 },
    { forms: waiting, weight: 8 },
  ];
}

function toState({ model, context, cost, sandbox }: FooterFacts, view: View): readonly RowPart[] {
  const { theme } = view;
  const name = cleanLine(model ?? '');
  const box = sandbox === null ? statusTexts.noSandbox : cleanLine(sandbox);
  const bars = context === null ? [''] : [10, 5, 0].map((cells) => paintContextBar(context, view, cells));
  return [
    { forms: [theme.dim(box), ''], weight: 2 },
    { forms: [theme.plain(name), truncate(name, 18), truncate(name, 10), ''], weight: 4 },
    { forms: bars, weight: 5 },
    { forms: cost === null ? [''] : [theme.dim(paintCost(cost)), ''], weight: 6 },
  ];
}

function paintHints(hints: readonly string[], { theme, width }: View): string {
  const parts = hints.map((hint, at) => ({ forms: [hint, ''], weight: -at }));
  return truncate(theme.dim(fitParts(parts, width, ' · ')), width);
}

function toWords(facts: FooterFacts, view: View): string {
  const { model, mode, context, cost, pending } = facts;
  return [
    ...(pending.approvals + pending.questions === 0 ? [] : [describePending(pending)]),
    statusTexts.mode(describeMode(mode)),
    ...(model === null ? [] : [statusTexts.model(cleanLine(model))]),
    ...(context === null ? [] : [paintContextBar(context, view, 0)]),
    ...(cost === null ? [] : [statusTexts.cost(paintCost(cost))]),
    ...facts.hints.map((hint) => cleanLine(hint)),
  ].join(', ');
}
