import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openStore, type LogRecord, type SessionLog, type SessionReader, type SessionStore } from '@bowline/log';
import type { AgentEvent } from '@bowline/protocol';
import { note, owner, started } from '@bowline/testkit';
import { afterEach, beforeEach, expect, test } from 'vitest';
import type { BusListener, EventBus } from '../bus/event-bus.ts';
import { followSession } from './follow-session.ts';
import { publishEvents } from './publish-events.ts';

let root = '';
let store: SessionStore;
let log: SessionLog;
let reader: SessionReader;
let ending: AbortController;

beforeEach(async () => {
  root = mkdtempSync(join(tmpdir(), 'bowline-'));
  store = openStore({ root });
  log = await store.open('s', { owner, create: true });
  await log.append([started('s')]);
  reader = await store.openReader('s');
  ending = new AbortController();
});
afterEach(async () => {
  ending.abort();
  await reader.close();
  await log.close();
  await store.close();
  rmSync(root, { recursive: true });
});

/** An in-process bus that can drop messages. */
class TestBus implements EventBus {
  readonly listeners = new Set<BusListener>();
  isDeaf = false;

  async publish(_topic: string, text: string): Promise<void> {
    if (!this.isDeaf) for (const listener of this.listeners) listener(text);
  }

  async subscribe(_topic: string, listener: BusListener): Promise<() => Promise<void>> {
    this.listeners.add(listener);
    return async () => {
      this.listeners.delete(listener);
    };
  }

  async close(): Promise<void> {
    this.listeners.clear();
  }
}

/** Takes this many events, as words. */
async function take(events: AsyncIterable<AgentEvent>, count: number): Promise<string[]> {
  const taken: string[] = [];
  for await (const event of events) {
    taken.push(event.type === 'notice' ? event.text : event.type === 'message_delta' ? `~${event.text}` : event.type);
    if (taken.length === count) break;
  }
  return taken;
}

const follow = (bus: EventBus, options: { after?: string; lookMs?: number } = {}): ReturnType<typeof followSession> =>
  followSession({ reader, bus, topic: 't', signal: ending.signal, ...options });

/** Publishes events as an agent would for these records. */
function emitterOf(bus: EventBus): (event: AgentEvent) => void {
  let emit: (event: AgentEvent) => void = () => undefined;
  publishEvents(
    {
      subscribe: (listener) => {
        emit = listener;
        return () => undefined;
      },
    },
    bus,
    't',
  );
  return emit;
}

const kept = ({ id, at }: LogRecord): AgentEvent => ({ type: 'notice', id, at, level: 'info', code: 'X', text: '' });
const live = ({ id, at }: LogRecord, n: number): AgentEvent => ({
  type: 'message_delta',
  id: `${id}~${n}`,
  at,
  messageId: 'm',
  kind: 'text',
  text: `${n}`,
});

test('without a start, yields saved events from the log with live events between them', async () => {
  const bus = new TestBus();
  const emit = emitterOf(bus);
  const { events } = await follow(bus);
  const taken = take(events, 5);
  for (const text of ['one', 'two']) {
    const [record] = await log.append([note(text)]);
    if (record === undefined) continue;
    emit(kept(record));
    emit(live(record, 1));
    if (text === 'one') emit(live(record, 2));
  }
  expect(await taken).toEqual(['one', '~1', '~2', 'two', '~1']);
});

test('after an event, yields the rest of the log, then new events', async () => {
  const bus = new TestBus();
  const emit = emitterOf(bus);
  const [first] = await log.append([note('one'), note('two')]);
  const { events } = await follow(bus, { after: first?.id ?? '' });
  const taken = take(events, 2);
  const [record] = await log.append([note('three')]);
  if (record !== undefined) emit(kept(record));
  expect(await taken).toEqual(['two', 'three']);
});

test('a follower that returns to its start position misses nothing', async () => {
  const bus = new TestBus();
  const { position } = await follow(bus);
  await log.append([note('one')]);
  const { events } = await follow(bus, { after: position });
  expect(await take(events, 1)).toEqual(['one']);
});

test('events arrive even if hints are lost', async () => {
  const bus = new TestBus();
  bus.isDeaf = true;
  const { events } = await follow(bus, { lookMs: 10 });
  const taken = take(events, 3);
  for (const text of ['one', 'two', 'three']) await log.append([note(text)]);
  expect(await taken).toEqual(['one', 'two', 'three']);
});

test('fails at once for an unknown event, and stops listening', async () => {
  const bus = new TestBus();
  await expect(follow(bus, { after: 'nowhere' })).rejects.toMatchObject({ code: 'UNKNOWN_EVENT' });
  await expect(follow(bus, { after: `${(await firstOf(reader)).id}.7` })).rejects.toMatchObject({
    code: 'UNKNOWN_EVENT',
  });
  expect(bus.listeners.size).toBe(0);
});

test('ends with its signal, and stops listening', async () => {
  const bus = new TestBus();
  const { events } = await follow(bus);
  const taken = take(events, 99);
  ending.abort();
  expect(await taken).toEqual([]);
  expect(bus.listeners.size).toBe(0);
});

async function firstOf(log: SessionReader): Promise<LogRecord> {
  for await (const record of log.read()) return record;
  throw new Error('an empty log');
}
