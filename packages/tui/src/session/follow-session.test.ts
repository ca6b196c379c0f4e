import type { AgentEvent, AgentProtocol } from '@bowline/protocol';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { followSession } from './follow-session.ts';

const toEvent = (n: number): AgentEvent => ({
  type: 'notice',
  level: 'info',
  code: 'N',
  text: '',
  id: `e${n}`,
  at: '2026-01-01T00:00:00.000Z',
});

/** An agent that continues while it is read: more may happen before each event is returned. */
function busyAgent(
  first: number,
  more: readonly number[],
): { agent: AgentProtocol; count: () => number; tell: () => void } {
  const kept = Array.from({ length: first }, (_, n) => toEvent(n));
  const listeners = new Set<(event: AgentEvent) => void>();
  const tell = (): void => {
    const event = toEvent(kept.length);
    kept.push(event);
    for (const listener of listeners) listener(event);
  };
  const agent: AgentProtocol = {
    sessionId: 's',
    send: async () => ({ streamId: null }),
    subscribe: (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    async *events() {
      const until = kept.length + (more[0] ?? 0);
      for (let n = 0; n < until; n += 1) {
        for (let told = more[n] ?? 0; told > 0; told -= 1) tell();
        const event = kept[n];
        if (event !== undefined) yield event;
      }
    },
    status: async () => {
      throw new Error('not asked for');
    },
    abort: async () => undefined,
  };
  return { agent, count: () => kept.length, tell };
}

it('receives every event once and in order, whatever happens while it reads', async () => {
  await fc.assert(
    fc.asyncProperty(fc.nat(8), fc.array(fc.nat(2), { maxLength: 8 }), async (first, more) => {
      const { agent, count, tell } = busyAgent(first, more);
      const heard: string[] = [];
      let caughtUpAt = -1;
      const leave = await followSession(agent, {
        onEvent: ({ id }) => heard.push(id),
        onCaughtUp: () => {
          caughtUpAt = heard.length;
        },
      });
      expect(caughtUpAt).toBe(count());
      tell();
      leave();
      tell();
      expect(heard).toEqual(Array.from({ length: count() - 1 }, (_, n) => `e${n}`));
    }),
  );
});
