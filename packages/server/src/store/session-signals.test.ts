import { expect, test } from 'vitest';
import { SessionSignals } from './session-signals.ts';

/** Whether a promise settles without any other event. */
async function isOver(wait: Promise<void>): Promise<boolean> {
  let over = false;
  void wait.then(() => (over = true));
  await new Promise(setImmediate);
  return over;
}

test('wakes readers of a session when its writer in this process appends, and no others', async () => {
  const signals = new SessionSignals(undefined);
  const { signal } = new AbortController();
  const [mine, other] = [await signals.listen('a', signal), await signals.listen('b', signal)];
  const [waiting, elsewhere] = [mine.wait(), other.wait()];
  signals.announce('a', 1);
  expect([await isOver(waiting), await isOver(elsewhere)]).toEqual([true, false]);
  await Promise.all([mine.close(), other.close()]);
});

test('a change before the wait is not missed, and counts once', async () => {
  const signals = new SessionSignals(undefined);
  const change = await signals.listen('a', new AbortController().signal);
  signals.announce('a', 1);
  signals.announce('a', 2);
  expect(await isOver(change.wait())).toBe(true);
  expect(await isOver(change.wait())).toBe(false);
  await change.close();
});

test('an abort ends every wait', async () => {
  const stop = new AbortController();
  const change = await new SessionSignals(undefined).listen('a', stop.signal);
  const waiting = change.wait();
  stop.abort();
  expect(await isOver(waiting)).toBe(true);
  expect(await isOver(change.wait())).toBe(true);
  await change.close();
});

test('notifies other processes, and wakes on their hints until closed', async () => {
  const told: string[] = [];
  const wakes = new Set<() => void>();
  const signals = new SessionSignals({
    announce: (sessionId, seq) => void told.push(`${sessionId} ${seq}`),
    listen: async (_sessionId, wake) => {
      wakes.add(wake);
      return async () => void wakes.delete(wake);
    },
  });
  const change = await signals.listen('a', new AbortController().signal);
  const waiting = change.wait();
  for (const wake of wakes) wake();
  expect(await isOver(waiting)).toBe(true);
  signals.announce('b', 7);
  await change.close();
  expect(told).toEqual(['b 7']);
  expect(wakes.size).toBe(0);
});
