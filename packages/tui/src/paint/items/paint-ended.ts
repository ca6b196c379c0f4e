import type { EndReason } from '@bowline/protocol';
import { cleanText } from '../layout/clean-text.ts';
import { describeChanges } from '../calls/describe-result.ts';
import { GUTTER, isNarrow, measureOf } from '../layout/measure.ts';
import { WIDE } from '../status/describe-status.ts';
import { paintDuration, paintElapsed } from '../status/paint-duration.ts';
import { paintCost, paintCount } from '../status/paint-cost.ts';
import { dockTexts } from '../../texts/dock-texts.ts';
import type { Lines, View } from '../layout/view.ts';
import { indent, wrapText } from '../layout/wrap.ts';
import type { ItemOf } from '../../transcript/live-items.ts';
import { noTally } from '../../transcript/step-tally.ts';
import type { TurnTally } from '../../transcript/transcript.ts';
import { spokenTexts } from '../../texts/spoken-texts.ts';
import { sayCost, toSpokenWords } from '../../texts/to-spoken-words.ts';
import { callTexts, endReasons, endTexts, newsTexts } from '../../texts/transcript-texts.ts';

/** A turn without calls gets totals only if it took longer. */
const LONG_MS = 10_000;

/** Paints the end of a turn: the reason if it did not complete, and what it did. */
export function paintEnded(item: ItemOf<'ended'>, view: View): Lines {
  const { reason, message, unseen = 0, isTold } = item;
  const { theme, isScreenReader } = view;
  const width = measureOf(view.width) - (isScreenReader ? 0 : GUTTER);
  const style = reason === 'failed' || reason === 'refused' ? theme.danger : theme.warning;
  const words = isTold ? '' : toWords(reason, message);
  const totals = describeTotals(item, view);
  const rows = [
    ...(words === '' ? [] : wrapText(style(words.charAt(0).toUpperCase() + words.slice(1)), width)),
    ...(unseen === 0 ? [] : wrapText(theme.warning(endTexts.unanswered(unseen)), width)),
    ...(totals === '' ? [] : wrapText(theme.dim(totals), width)),
  ];
  return isScreenReader ? rows : indent(rows, ' '.repeat(GUTTER));
}

function tookOf({ startedAt, at, waitedMs = 0 }: ItemOf<'ended'>): number {
  return startedAt === null ? 0 : Date.parse(at) - Date.parse(startedAt) - waitedMs;
}

/** Time, calls, changed lines, tokens and cost of a turn. Empty if they are not worth a row. */
function describeTotals(item: ItemOf<'ended'>, view: View): string {
  const { tally, context = null, reason } = item;
  const ms = tookOf(item);
  const { calls } = tally ?? noTally;
  if (view.isScreenReader) return sayTotals(ms, tally ?? noTally, context);
  if (calls === 0 && ms < LONG_MS) return '';
  const facts = [paintDuration(ms), ...describeTally(tally ?? noTally, isNarrow(view.width))];
  // How long a turn took that did nothing and was stopped is of no use.
  if (reason !== 'completed' && facts.length === 1) return '';
  return [...facts, ...(calls === 0 || view.width < WIDE ? [] : [endTexts.expand])].join(' · ');
}

/** Always said, because it is the sign that the agent is done. */
function sayTotals(ms: number, { calls, cost }: TurnTally, context: ItemOf<'ended'>['context']): string {
  const facts = [
    ms < 1000 ? spokenTexts.instant : toSpokenWords(paintElapsed(ms)),
    ...(calls === 0 ? [] : [newsTexts.calls(calls)]),
    ...(cost === null || cost === 0 ? [] : [sayCost(cost)]),
  ];
  const used = context == null ? '' : ` ${spokenTexts.context(Math.round((100 * context.tokens) / context.window))}`;
  return endTexts.finished(facts) + used;
}

function describeTally(
  { calls, changes, inputTokens, outputTokens, cost }: TurnTally,
  isShort: boolean,
): readonly string[] {
  const files = [...changes.values()];
  const changed = describeChanges({
    added: files.reduce((sum, { added }) => sum + added, 0),
    removed: files.reduce((sum, { removed }) => sum + removed, 0),
  });
  const tokens = inputTokens + outputTokens;
  return [
    ...(calls === 0 ? [] : [newsTexts.calls(calls)]),
    ...(files.length === 0 ? [] : [isShort ? changed : `${callTexts.fileCount(files.length)} ${changed}`]),
    ...(tokens === 0 || isShort ? [] : [dockTexts.tokens(paintCount(tokens))]),
    ...(cost === null || cost === 0 ? [] : [paintCost(cost)]),
  ];
}

/** A completed turn needs no words. A limit describes itself. */
function toWords(reason: EndReason, message: string | null): string {
  if (reason === 'completed') return '';
  if (message === null) return endReasons[reason];
  return `${isLimit(reason) ? endTexts.stopped : endReasons[reason]}: ${cleanText(message)}`;
}

function isLimit(reason: EndReason): boolean {
  return reason === 'max_steps' || reason === 'max_tokens' || reason === 'max_cost' || reason === 'max_time';
}
