import type { EndReason } from '@bowline/protocol';
import { cleanText } from '../layout/clean-text.ts';
import { paintDuration } from '../status/paint-duration.ts';
import { paintUsage } from '../status/paint-cost.ts';
import type { Lines, View } from '../layout/view.ts';
import { truncate, wrapText } from '../layout/wrap.ts';
import type { ItemOf } from '../../transcript/live-items.ts';
import { endReasons, endTexts } from '../../texts/transcript-texts.ts';

/** Paints the end of a turn: the reason if it did not complete, and the usage. */
export function paintEnded(item: ItemOf<'ended'>, view: View): Lines {
  const { reason, message, usage, startedAt, waitedMs = 0, unseen = 0, at, isTold } = item;
  const { theme, width } = view;
  const style = reason === 'failed' || reason === 'refused' ? theme.bad : theme.warning;
  const words = isTold ? '' : toWords(reason, message);
  const facts = [
    ...(startedAt === null ? [] : [paintDuration(Date.parse(at) - Date.parse(startedAt) - waitedMs)]),
    ...(usage === null ? [] : [paintUsage(usage)]),
  ].join(' · ');
  return [
    ...(words === '' ? [] : wrapText(style(words.charAt(0).toUpperCase() + words.slice(1)), width)),
    ...(unseen === 0 ? [] : wrapText(theme.warning(endTexts.unanswered(unseen)), width)),
    ...(facts === '' ? [] : [truncate(theme.dim(facts), width)]),
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
