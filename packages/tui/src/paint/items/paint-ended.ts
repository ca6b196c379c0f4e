import type { EndReason } from '@bowline/protocol';
import { unreachable } from '@bowline/protocol/plain';
import { cleanText } from '../clean-text.ts';
import { paintDuration } from '../status/paint-duration.ts';
import { paintUsage } from '../status/paint-cost.ts';
import type { Lines, View } from '../view.ts';
import { truncate, wrapText } from '../wrap.ts';
import type { ItemOf } from './item-of.ts';

/** How a turn ended, when not as it should, and what it took. */
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
    ...(unseen === 0 ? [] : wrapText(theme.warning(describeUnseen(unseen)), width)),
    ...(facts === '' ? [] : [truncate(theme.dim(facts), width)]),
  ];
}

/** What was said is kept in the session, so it need not be said again. */
function describeUnseen(count: number): string {
  const what = count === 1 ? 'Your last message was' : `Your last ${count} messages were`;
  return `${what} not answered: the model reads ${count === 1 ? 'it' : 'them'} together with what you send next.`;
}

/** An end that is as it should be needs no words; a limit says itself which one it is. */
function toWords(reason: EndReason, message: string | null): string {
  if (reason === 'completed') return '';
  if (message === null) return describeEnd(reason);
  return `${isLimit(reason) ? 'stopped' : describeEnd(reason)}: ${cleanText(message)}`;
}

function isLimit(reason: EndReason): boolean {
  return reason === 'max_turns' || reason === 'max_tokens' || reason === 'max_cost' || reason === 'max_time';
}

/** Why it ended, in words. */
export function describeEnd(reason: EndReason): string {
  switch (reason) {
    case 'completed':
      return 'done';
    case 'failed':
      return 'it failed';
    case 'aborted':
      return 'stopped';
    case 'refused':
      return 'the model refused';
    case 'loop':
      return 'ended because it went in circles';
    case 'max_turns':
      return 'ended at the limit of turns';
    case 'max_tokens':
      return 'ended at the limit of tokens';
    case 'max_cost':
      return 'ended at the limit of cost';
    case 'max_time':
      return 'ended at the limit of time';
    case 'max_output':
      return 'ended at the longest answer that the model gives';
    default:
      return unreachable(reason);
  }
}
