import { isFolded, isSameBatch, mayFold } from './fold-calls.ts';
import type { CallItem, TranscriptItem } from './transcript.ts';

export type Items = readonly TranscriptItem[];
export type ItemOf<Kind extends TranscriptItem['kind']> = Extract<TranscriptItem, { kind: Kind }>;

/** Adds a recorded item before messages that are still streaming, which a later reader never sees. */
export function keepItem(items: Items, item: TranscriptItem): Items {
  let at = items.length;
  while (at > 0 && isBeingSaid(items[at - 1])) at -= 1;
  return at === items.length ? [...items, item] : items.toSpliced(at, 0, item);
}

/** Removes a streaming message, because it is complete or was retracted. */
export function dropSaid(items: Items, messageId: string): Items {
  const at = items.findLastIndex((item) => isBeingSaid(item) && item.messageId === messageId);
  return at === -1 ? items : items.toSpliced(at, 1);
}

/** Extends a streaming message. */
export function growSaid(items: Items, fresh: ItemOf<'agent'>, grow: (said: ItemOf<'agent'>) => TranscriptItem): Items {
  const at = items.findLastIndex((item) => isBeingSaid(item) && item.messageId === fresh.messageId);
  const said = items[at];
  return said?.kind === 'agent' ? items.with(at, grow(said)) : [...items, grow(fresh)];
}

/** Changes a call that has not ended. Ignores unknown calls. */
export function changeCall(items: Items, callId: string, change: (call: CallItem) => CallItem): Items {
  const at = items.findLastIndex((item) => item.kind === 'call' && item.callId === callId && item.endedAt === null);
  const call = items[at];
  return call?.kind === 'call' ? items.with(at, change(call)) : items;
}

/** Ends all items: calls without a result were interrupted, retries stopped, and streaming messages are dropped. */
export function endItems(items: Items, at: string): Items {
  return items.flatMap((item): Items => {
    if (isBeingSaid(item)) return [];
    if (item.kind === 'call' && item.endedAt === null)
      return [{ ...item, status: 'interrupted', endedAt: at, output: '' }];
    if (item.kind === 'retry' && item.endedAt === null) return [{ ...item, endedAt: at, isStopped: true }];
    if (item.kind === 'thread' && item.endedAt === null)
      return [{ ...item, endedAt: at, items: endItems(item.items, at) }];
    return [item];
  });
}

/** Marks the answer that ends a turn. */
export function markFinal(items: Items): Items {
  const last = items.at(-1);
  return last?.kind === 'agent' && last.isWhole && last.text !== ''
    ? items.with(-1, { ...last, isFinal: true })
    : items;
}

/**
 * The number of leading items that can no longer change. During a turn, an answer waits for what follows, which shows
 * whether it is the final one, and so do calls that may share a row with the next one.
 */
export function countSettled(items: Items, isInTurn: boolean): number {
  const at = items.findIndex((item) => !isSettled(item));
  let count = at === -1 ? items.length : at;
  while (count > 0 && isInTurn && waitsFor(items[count - 1], items[count])) count -= 1;
  return count;
}

function waitsFor(item: TranscriptItem | undefined, next: TranscriptItem | undefined): boolean {
  if (item?.kind === 'agent') return next === undefined || isBeingSaid(next);
  if (!isFolded(item)) return false;
  return next === undefined || isBeingSaid(next) || (mayFold(next) && isSameBatch(item, next));
}

function isSettled(item: TranscriptItem): boolean {
  if (item.kind === 'call' || item.kind === 'thread' || item.kind === 'retry') return item.endedAt !== null;
  return !isBeingSaid(item);
}

function isBeingSaid(item: TranscriptItem | undefined): item is ItemOf<'agent'> {
  return item?.kind === 'agent' && !item.isWhole;
}
