import type { TokenUsage } from '@bowline/protocol';
import { cleanLine } from '../paint/layout/clean-text.ts';
import { describeCall } from '../paint/calls/describe-call.ts';
import { paintCost, paintCount, paintRoundCost } from '../paint/status/paint-cost.ts';
import { paintDuration } from '../paint/status/paint-duration.ts';
import { padEnd, padStart, truncate, widthOf, wrapText } from '../paint/layout/wrap.ts';
import type { Lines, View } from '../paint/layout/view.ts';
import type { CallCounts, Transcript } from '../transcript/transcript.ts';
import { statsTexts } from '../texts/panel-texts.ts';
import { toSentence, toSpokenWords } from '../texts/to-spoken-words.ts';

/** The data of the statistics. */
export type StatsFacts = Pick<Transcript, 'usage' | 'usageByModel' | 'calls' | 'turns'>;

const NAME_CELLS = 22;
const CELLS = 10;
const TOP_CELLS = 53;

/** Paints what the session used: cost per turn, models, and tools. */
export function paintStats(facts: StatsFacts, view: View): Lines {
  const { theme } = view;
  const { usageByModel, calls } = facts;
  const models = [...usageByModel].map(([model, used]) => modelRow(cleanLine(model), used));
  const tools = toTools(calls).map(([tool, { made, failed, ms }]) => [
    tool,
    String(made),
    String(failed),
    paintDuration(ms),
  ]);
  return [
    ...paintTop(facts, view),
    '',
    ...(models.length === 0
      ? [theme.dim(statsTexts.noModels)]
      : paintTable([statsTexts.modelColumns, ...models], view)),
    '',
    ...(tools.length === 0 ? [theme.dim(statsTexts.noTools)] : paintTable([statsTexts.toolColumns, ...tools], view)),
  ];
}

/** The cost and the time of all turns, and the cost of each as a small chart. */
function paintTop({ usage, turns }: StatsFacts, view: View): Lines {
  const { theme, width, isScreenReader } = view;
  const ms = turns.reduce((sum, turn) => sum + turn.ms, 0);
  const cost = usage.cost === undefined ? statsTexts.unknown : paintRoundCost(usage.cost);
  const words = `${theme.strong(cost)}  ${theme.dim(statsTexts.turns(turns.length, paintDuration(ms)))}`;
  if (isScreenReader) return wrapText(toSentence(toSpokenWords(words.replace(/ {2}/, ' '))), width);
  const chart = paintChart(turns.map((turn) => turn.cost));
  const row =
    chart === '' ? words : `${padEnd(words, TOP_CELLS)}${theme.accent(chart)} ${theme.dim(statsTexts.perTurn)}`;
  return widthOf(row) <= width ? [row] : wrapText(words, width);
}

const LEVELS = '▁▂▃▄▅▆▇█';
/** The number of turns in the chart. */
const CHARTED = 30;

/** One bar per turn, as high as its cost compared with the highest one. */
export function paintChart(costs: readonly number[]): string {
  const shown = costs.slice(-CHARTED);
  const most = Math.max(0, ...shown);
  if (shown.length < 2 || most === 0) return '';
  return shown.map((cost) => LEVELS.charAt(Math.round((cost / most) * (LEVELS.length - 1)))).join('');
}

/** Tools under the name that the transcript gives them, most used first. */
function toTools(calls: Transcript['calls']): readonly (readonly [string, CallCounts])[] {
  const sums = new Map<string, CallCounts>();
  for (const [tool, counts] of calls) {
    const name = describeCall(tool, {}, '').verb;
    const old = sums.get(name) ?? { made: 0, failed: 0, denied: 0, ms: 0 };
    sums.set(name, {
      made: old.made + counts.made,
      failed: old.failed + counts.failed,
      denied: old.denied + counts.denied,
      ms: old.ms + counts.ms,
    });
  }
  return [...sums].toSorted(([, a], [, b]) => b.made - a.made);
}

function modelRow(name: string, used: TokenUsage & { readonly requests: number }): readonly string[] {
  const { requests, inputTokens, cachedTokens = 0, outputTokens, thoughtTokens = 0, cost } = used;
  const cached = inputTokens === 0 ? 0 : Math.round((100 * cachedTokens) / inputTokens);
  return [
    name,
    String(requests),
    paintCount(inputTokens),
    `${cached}%`,
    paintCount(outputTokens + thoughtTokens),
    cost === undefined ? statsTexts.unknown : paintCost(cost),
  ];
}

/** Right-aligns numbers. Paints a list if a table would not fit or for a screen reader. */
function paintTable(rows: readonly (readonly string[])[], view: View): Lines {
  const { theme, width, isScreenReader } = view;
  const [head = [], ...body] = rows;
  const widest = Math.max(NAME_CELLS, ...rows.map(([name = '']) => widthOf(name)));
  const first = Math.min(widest, width - 2 - CELLS * (head.length - 1));
  if (isScreenReader || first < 12) return body.flatMap((row) => paintWords(head, row, view));
  return rows.map((row, at) => {
    const cells = row.slice(1).map((cell) => padStart(cell, CELLS));
    const line = `  ${padEnd(truncate(row[0] ?? '', first), first)}${cells.join('')}`;
    return at === 0 ? theme.dim(line) : line;
  });
}

function paintWords(head: readonly string[], row: readonly string[], { width, isScreenReader }: View): Lines {
  const facts = row.slice(1).map((cell, column) => `${head[column + 1] ?? ''} ${cell}`);
  const words = `${row[0] ?? ''}: ${facts.join(', ')}`;
  return wrapText(isScreenReader ? toSentence(toSpokenWords(words)) : words, width);
}
