import { setTimeout as delay } from 'node:timers/promises';
import type { EventBus } from '../bus/event-bus.ts';
import { toOutcomeTopic } from '../bus/topics.ts';
import type { SessionKey } from '../durable/durable-turns.ts';
import type { Inbox } from '../store/inbox.ts';
import type { InboxOutcome } from '../turns/inbox-entry.ts';

/** How often to check the inbox without a hint. */
const LOOK_MS = 500;

export interface OutcomeWait {
  readonly bus: EventBus;
  readonly inbox: Pick<Inbox, 'outcomeOf'>;
  readonly key: SessionKey;
  readonly messageId: string;
  readonly waitMs: number;
  readonly signal: AbortSignal;
}

/** Runs `act`, then waits for the outcome of the entry. Returns undefined after `waitMs`. */
export async function waitForOutcome(wait: OutcomeWait, act: () => Promise<void>): Promise<InboxOutcome | undefined> {
  const { bus, inbox, key, messageId, waitMs, signal } = wait;
  let wake = (): void => undefined;
  // Subscribes first, since the hint may arrive immediately.
  const stop = await bus.subscribe(toOutcomeTopic(key), (settled) => {
    if (settled === messageId) wake();
  });
  try {
    await act();
    const until = Date.now() + waitMs;
    for (;;) {
      const hinted = new Promise<void>((resolve) => {
        wake = resolve;
      });
      const known = await inbox.outcomeOf(key.sessionId, messageId);
      if (known.state === 'settled') return known.outcome;
      const left = until - Date.now();
      if (left <= 0 || signal.aborted) return undefined;
      await Promise.race([hinted, delay(Math.min(LOOK_MS, left), undefined, { signal }).catch(() => undefined)]);
    }
  } finally {
    await stop();
  }
}
