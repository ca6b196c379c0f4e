import type { AgentEvent } from '@bowline/protocol';
import { keepItem, type ItemOf, type Items } from './live-items.ts';
import type { Transcript } from './transcript.ts';

type ErrorEvent = Extract<AgentEvent, { type: 'error' }>;

/** A retried failure is one item, however often it fails. A final failure replaces it. */
export function stepError(items: Items, event: ErrorEvent, { stream }: Transcript): Items {
  const { id, at, threadId = null, code, message, hint = null, fatal, model, status, attempts } = event;
  const isTriedAgain = !fatal && (stream !== null || threadId !== null);
  const base = { id, at, threadId, code, message };
  if (!isTriedAgain) {
    const ofModel = model === undefined ? {} : { model };
    return keepItem(dropRetry(items), { ...base, kind: 'error', hint, fatal, ...ofModel });
  }
  const facts = { code, message, model: model ?? null, status: status ?? null, attempts: attempts ?? null };
  const open = items.findLastIndex(isOpenRetry);
  const before = items[open];
  if (before?.kind === 'retry') return items.with(open, { ...before, ...facts, count: before.count + 1 });
  return keepItem(items, { ...base, ...facts, kind: 'retry', count: 1, endedAt: null });
}

/** Ends the retry, because the model has answered. */
export function endRetry(items: Items, at: string): Items {
  const open = items.findLastIndex(isOpenRetry);
  const retry = items[open];
  return retry?.kind === 'retry' ? items.with(open, { ...retry, endedAt: at }) : items;
}

/** The retry in progress, if any. */
export function findRetry(items: Items): ItemOf<'retry'> | undefined {
  return items.findLast(isOpenRetry);
}

/** Removes the retry, because something else tells how it ended. */
export function dropRetry(items: Items): Items {
  return items.some(isOpenRetry) ? items.filter((item) => !isOpenRetry(item)) : items;
}

function isOpenRetry(item: Items[number]): item is ItemOf<'retry'> {
  return item.kind === 'retry' && item.endedAt === null;
}
