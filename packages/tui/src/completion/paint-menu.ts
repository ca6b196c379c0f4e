import { cleanLine } from '../paint/layout/clean-text.ts';
import type { Lines, View } from '../paint/layout/view.ts';
import { padEnd, truncate, truncateStart, widthOf } from '../paint/layout/wrap.ts';
import type { Candidate, CompletionTarget } from './completion.ts';
import type { CompletionMenu } from './completion-menu.ts';

/** Paints at most `rows` candidates around the chosen one. */
export function paintMenu({ target, candidates, chosen }: CompletionMenu, rows: number, view: View): Lines {
  const visible = Math.max(1, Math.min(rows, candidates.length));
  const top = Math.min(Math.max(0, chosen - Math.floor(visible / 2)), candidates.length - visible);
  const shown = candidates.slice(top, top + visible);
  const names = shown.map((candidate) => nameOf(target, candidate));
  const widest = Math.min(Math.max(...names.map(widthOf)), Math.floor(view.width / 2));
  const counted = candidates.length > visible ? ` ${chosen + 1}/${candidates.length}` : '';
  return shown.map((candidate, index) => {
    const isChosen = top + index === chosen;
    const name = names[index] ?? '';
    const left = view.width - 2 - (isChosen ? counted.length : 0);
    const text =
      candidate.summary === '' ? fitPath(name, left) : paintBoth(name, candidate.summary, { widest, left, view });
    return isChosen ? chosenRow(text, counted, view) : `  ${text}`;
  });
}

function nameOf(target: CompletionTarget, { value }: Candidate): string {
  return (target.kind === 'command' ? '/' : '') + cleanLine(value);
}

/** Cuts the beginning: the end of a path says more. */
function fitPath(name: string, width: number): string {
  return truncateStart(name, width);
}

function paintBoth(
  name: string,
  summary: string,
  { widest, left, view }: { widest: number; left: number; view: View },
): string {
  const title = padEnd(truncate(name, widest), widest);
  return `${title}  ${view.theme.dim(truncate(cleanLine(summary), Math.max(0, left - widest - 2)))}`;
}

function chosenRow(text: string, counted: string, { theme, isScreenReader }: View): string {
  const sign = isScreenReader ? '* ' : '› ';
  return theme.chosen(sign + text) + theme.dim(counted);
}
