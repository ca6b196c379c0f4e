import { cleanLine } from '../layout/clean-text.ts';
import { paintDuration } from '../status/paint-duration.ts';
import { paintSpinner } from '../status/paint-spinner.ts';
import type { Lines, View } from '../layout/view.ts';
import { truncate } from '../layout/wrap.ts';
import type { ItemOf } from '../../transcript/live-items.ts';
import { endReasons, newsTexts } from '../../texts/transcript-texts.ts';

type ThreadItem = ItemOf<'thread'>;

/** The row of a subagent: its status, its task and how much it did. */
export function describeThread(item: ThreadItem, view: View): Lines {
  const { theme, width, isScreenReader, now } = view;
  const calls = item.items.filter(({ kind }) => kind === 'call');
  const failed = calls.filter((call) => call.kind === 'call' && call.status === 'failed').length;
  const ms = (item.endedAt === null ? now : Date.parse(item.endedAt)) - Date.parse(item.at);
  const facts = [
    newsTexts.calls(calls.length),
    ...(failed === 0 ? [] : [newsTexts.failed(failed)]),
    ...(ms < 1000 ? [] : [paintDuration(ms)]),
    ...(item.reason === null || item.reason === 'completed' ? [] : [endReasons[item.reason]]),
  ];
  const name = theme.strong(newsTexts.subagent(item.threadId === null ? null : cleanLine(item.threadId)));
  const sign = isScreenReader ? '' : `${toSign(item, view)} `;
  return [truncate(`${sign}${name}${theme.dim(facts.map((fact) => ` · ${fact}`).join(''))}`, width)];
}

function toSign({ endedAt, reason }: ThreadItem, view: View): string {
  const { theme } = view;
  if (endedAt === null) return theme.accent(paintSpinner(view));
  return reason === null || reason === 'completed' ? theme.good('✓') : theme.warning('■');
}
