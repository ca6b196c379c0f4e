import { paintCallRow } from '../calls/call-row.ts';
import { cleanLine } from '../layout/clean-text.ts';
import { paintDuration } from '../status/paint-duration.ts';
import { paintSpinner } from '../status/paint-spinner.ts';
import type { Lines, View } from '../layout/view.ts';
import { truncate } from '../layout/wrap.ts';
import type { ItemOf } from '../../transcript/live-items.ts';
import { endReasons, newsTexts } from '../../texts/transcript-texts.ts';

type ThreadItem = ItemOf<'thread'>;

/** The row of a subagent: its status, its name and how much it did. */
export function describeThread(item: ThreadItem, view: View): Lines {
  const { theme, isScreenReader, now } = view;
  const calls = item.items.filter(({ kind }) => kind === 'call');
  const failed = calls.filter((call) => call.kind === 'call' && call.status === 'failed').length;
  const ms = (item.endedAt === null ? now : Date.parse(item.endedAt)) - Date.parse(item.at);
  const facts = [
    newsTexts.calls(calls.length),
    ...(failed === 0 ? [] : [newsTexts.failed(failed)]),
    ...(ms < 1000 ? [] : [paintDuration(ms)]),
    ...(item.reason === null || item.reason === 'completed' ? [] : [endReasons[item.reason]]),
  ].join(' · ');
  const target = cleanLine(item.threadId ?? '');
  if (isScreenReader) return [truncate(`${newsTexts.agentVerb} ${target}, ${facts}`, view.width)];
  return [
    paintCallRow({ sign: toSign(item, view), verb: newsTexts.agentVerb, target, result: theme.dim(facts) }, view),
  ];
}

function toSign({ endedAt, reason }: ThreadItem, view: View): string {
  const { theme } = view;
  if (endedAt === null) return theme.accent(paintSpinner(view));
  return reason === null || reason === 'completed' ? theme.success('✓') : theme.warning('!');
}
