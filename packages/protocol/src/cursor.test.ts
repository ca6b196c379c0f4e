import fc from 'fast-check';
import { expect, test } from 'vitest';
import { advance, createCursor, joinLive, type StreamCursor } from './cursor.ts';
import { createLiveId } from './event-ids.ts';
import type { AgentEvent } from './events.ts';

const at = '2026-01-01T00:00:00.000Z';

/** A session of several streams with deltas between stored events, in order of emission. */
const sessions = fc
  .array(fc.array(fc.integer({ min: 0, max: 3 }), { maxLength: 6 }), { minLength: 1, maxLength: 4 })
  .map((streams) => {
    const events: AgentEvent[] = [];
    for (const [s, deltas] of streams.entries()) {
      const streamId = `s${s}`;
      const keep = (body: { type: 'agent_start' } | { type: 'agent_end'; reason: 'completed' }): void => {
        events.push({ ...body, id: `k${events.length}`, streamId, at });
      };
      keep({ type: 'agent_start' });
      for (const count of deltas) {
        const lastKept = events.findLast((event) => event.type !== 'message_delta')?.id ?? '';
        for (let n = 0; n < count; n += 1) {
          const id = createLiveId(lastKept, n);
          events.push({ type: 'message_delta', id, streamId, at, messageId: 'm', kind: 'text', text: `${n}` });
        }
        events.push({
          type: 'message',
          id: `k${events.length}`,
          streamId,
          at,
          messageId: 'm',
          role: 'agent',
          content: [],
        });
      }
      keep({ type: 'agent_end', reason: 'completed' });
    }
    return events;
  });

function read(cursor: StreamCursor, events: readonly AgentEvent[]): { cursor: StreamCursor; shown: AgentEvent[] } {
  const shown: AgentEvent[] = [];
  for (const event of events) {
    const next = advance(cursor, event);
    cursor = next.cursor;
    if (next.isShown) shown.push(event);
  }
  return { cursor, shown };
}

const isKept = (event: AgentEvent): boolean => event.type !== 'message_delta';

test('a reader that subscribes at any point and then reads the log gets each stored event once, in order', () => {
  fc.assert(
    fc.property(sessions, fc.tuple(fc.nat(), fc.nat(), fc.nat()), (events, [a, b, which]) => {
      const [listenFrom, readUpTo] = [a % (events.length + 1), b % (events.length + 1)].sort((x, y) => x - y) as [
        number,
        number,
      ];
      const streamId = events[which % events.length]?.streamId ?? '';
      const log = events.slice(0, readUpTo).filter((event) => isKept(event) && event.streamId === streamId);
      const heard = events.slice(listenFrom);

      const replayed = read(createCursor(streamId), log);
      const joined = joinLive(replayed.cursor, heard.slice(0, readUpTo - listenFrom), log.at(-1)?.id ?? null);
      const live = read(joined, heard);

      const expected = events.filter((event) => isKept(event) && event.streamId === streamId);
      expect([...replayed.shown, ...live.shown].filter(isKept)).toEqual(expected);
      expect(live.cursor.isDone).toBe(true);
    }),
  );
});

test('a reader without a stream follows the next one that starts, and only that one', () => {
  fc.assert(
    fc.property(sessions, fc.nat(), (events, n) => {
      const from = n % events.length;
      const next = events.slice(from).find((event) => event.type === 'agent_start');
      const { shown } = read(createCursor(null), events.slice(from));
      expect(new Set(shown.map((event) => event.streamId))).toEqual(new Set(next ? [next.streamId] : []));
    }),
  );
});

test("a subagent's end does not end the stream it runs in", () => {
  const start: AgentEvent = { type: 'agent_start', id: '1', streamId: 's', at };
  const childEnd: AgentEvent = { type: 'agent_end', reason: 'completed', id: '2', streamId: 's', threadId: 't', at };
  const { cursor, shown } = read(createCursor('s'), [start, childEnd]);
  expect(shown).toHaveLength(2);
  expect(cursor.isDone).toBe(false);
});

const broken = { type: 'error', id: createLiveId('k1', 1), at, code: 'STORE_FULL', message: 'm', fatal: true } as const;

test.each<{ name: string; streamId: string | null; event: AgentEvent; isShown: boolean; isDone: boolean }>([
  { name: 'ends the stream for a reader that follows one', streamId: 's', event: broken, isShown: true, isDone: true },
  { name: 'is ignored by a reader that has no stream', streamId: null, event: broken, isShown: false, isDone: false },
  {
    name: 'does not end the stream once it is stored, because an end follows',
    streamId: 's',
    event: { ...broken, id: 'k2', streamId: 's' },
    isShown: true,
    isDone: false,
  },
])('a fatal error that the agent cannot store: $name', ({ streamId, event, isShown, isDone }) => {
  const next = advance(createCursor(streamId), event);
  expect({ isShown: next.isShown, isDone: next.cursor.isDone }).toEqual({ isShown, isDone });
});
