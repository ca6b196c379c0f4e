import type { EndReason } from '@bowline/protocol';
import { unreachable } from '@bowline/protocol/plain';
import { cleanText } from '../clean-text.ts';
import { paintDuration } from '../status/paint-duration.ts';
import { paintUsage } from '../status/paint-cost.ts';
import type { Lines, View } from '../view.ts';
import { truncate, wrapText } from '../wrap.ts';
import type { ItemOf } from './item-of.ts';

/** How a turn ended, when not as it should, and what it took. */
export function paintEnded({ reason, message, usage, startedAt, at }: ItemOf<'ended'>, view: View): Lines {
  const { theme, width } = view;
  const style = reason === 'failed' || reason === 'refused' ? theme.bad : theme.warning;
  const words = toWords(reason, message);
  const facts = [
    ...(startedAt === null ? [] : [paintDuration(Date.parse(at) - Date.parse(startedAt))]),
    ...(usage === null ? [] : [paintUsage(usage)]),
  ].join(' · ');
  return [
    ...(words === '' ? [] : wrapText(style(words.charAt(0).toUpperCase() + words.slice(1)), width)),
    ...(facts === '' ? [] : [truncate(theme.dim(facts), width)]),
  ];
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
