import type { TokenUsage } from '@bowline/protocol';
import { cleanLine } from '../paint/layout/clean-text.ts';
import { paintCost, paintCount } from '../paint/status/paint-cost.ts';
import { paintDuration } from '../paint/status/paint-duration.ts';
import { padEnd, padStart, truncate, widthOf, wrapText } from '../paint/layout/wrap.ts';
import type { Lines, View } from '../paint/layout/view.ts';
import type { Transcript } from '../transcript/transcript.ts';
import { statsTexts } from '../texts/panel-texts.ts';

/** The data of the statistics, and the start of the session if known. */
export type StatsFacts = Pick<Transcript, 'usage' | 'usageByModel' | 'calls'> & { readonly startedAt?: string };

/** Paints what the session used: models, tools, cost, time. */
export function paintStats(facts: StatsFacts, view: View): Lines {
  const { theme, width, now } = view;
  const { usage, usageByModel, calls, startedAt } = facts;
  const total = { ...usage, requests: [...usageByModel.values()].reduce((sum, { requests }) => sum + requests, 0) };
  const models = [...usageByModel].map(([model, used]) => modelRow(cleanLine(model), used));
  const tools = [...calls]
    .toSorted(([, a], [, b]) => b.made - a.made)
    .map(([tool, { made, failed, denied }]) => [cleanLine(tool), ...[made, failed, denied].map(String)]);
  const time = startedAt === undefined ? [] : [statsTexts.time(paintDuration(now - Date.parse(startedAt)))];
  return [
    ...wrapText(theme.strong([statsTexts.cost(costOf(usage)), ...time].join(' · ')), width),
    '',
    theme.heading(statsTexts.models),
    ...(models.length === 0
      ? [theme.dim(statsTexts.noModels)]
      : paintTable(
          [statsTexts.modelColumns, ...models, ...(models.length > 1 ? [modelRow(statsTexts.all, total)] : [])],
          view,
        )),
    '',
    theme.heading(statsTexts.tools),
    ...(tools.length === 0 ? [theme.dim(statsTexts.noTools)] : paintTable([statsTexts.toolColumns, ...tools], view)),
  ];
}

function modelRow(name: string, used: TokenUsage & { readonly requests: number }): readonly string[] {
  const { requests, inputTokens, cachedTokens = 0, outputTokens, thoughtTokens = 0 } = used;
  const counts = [inputTokens, cachedTokens, outputTokens, thoughtTokens].map(paintCount);
  return [name, String(requests), ...counts, costOf(used)];
}

function costOf({ cost }: TokenUsage): string {
  return cost === undefined ? statsTexts.unknown : paintCost(cost);
}

/** Right-aligns numbers. Paints a list if a table would not fit or for a screen reader. */
function paintTable(rows: readonly (readonly string[])[], view: View): Lines {
  const { theme, width, isScreenReader } = view;
  const [head = [], ...body] = rows;
  const widths = head.map((_name, column) => Math.max(...rows.map((row) => widthOf(row[column] ?? ''))));
  const others = widths.slice(1).reduce((sum, each) => sum + each + 2, 0);
  const first = Math.min(widths[0] ?? 0, width - others);
  if (isScreenReader || first < Math.min(12, widths[0] ?? 0)) return body.flatMap((row) => paintWords(head, row, view));
  return rows.map((row, at) => {
    const cells = row.slice(1).map((cell, column) => `  ${padStart(cell, widths[column + 1] ?? 0)}`);
    const line = padEnd(truncate(row[0] ?? '', first), first) + cells.join('');
    return at === 0 ? theme.dim(line) : line;
  });
}

function paintWords(head: readonly string[], row: readonly string[], { width }: View): Lines {
  const facts = row.slice(1).map((cell, column) => `${head[column + 1] ?? ''} ${cell}`);
  return wrapText(`${row[0] ?? ''}: ${facts.join(', ')}`, width);
}
