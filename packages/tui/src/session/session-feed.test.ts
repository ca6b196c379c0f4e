import type { AgentEvent } from '@bowline/protocol';
import { hangs, says, ScriptedAgent, type PlayedTurn } from '@bowline/testkit';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { openFeed, type FeedFrame, type SessionFeed } from './session-feed.ts';

const feeds: SessionFeed[] = [];

beforeEach(() => {
  vi.useFakeTimers();
});

afterEach(() => {
  for (const feed of feeds.splice(0)) feed.close();
  vi.useRealTimers();
});

/** Follows a turn. Returns the frames so far. */
async function open(turn: PlayedTurn, motionMs: number | null): Promise<readonly FeedFrame[]> {
  const agent = new ScriptedAgent([turn]);
  const frames: FeedFrame[] = [];
  feeds.push(
    await openFeed(agent, { prepare: async () => undefined, onFrame: (frame) => frames.push(frame), motionMs }),
  );
  await agent.send({ message: { content: [{ type: 'text', text: 'go' }] } });
  await vi.advanceTimersByTimeAsync(1000);
  return frames;
}

it('paints what moves as often as it is told, while a turn runs', async () => {
  const frames = await open([hangs()], 125);
  const before = frames.length;
  await vi.advanceTimersByTimeAsync(10_000);
  expect(frames.length - before).toBe(80);
});

it('paints nothing without a change if nothing moves', async () => {
  const frames = await open([hangs()], null);
  const before = frames.length;
  await vi.advanceTimersByTimeAsync(10_000);
  expect(frames.length).toBe(before);
});

it('stops when the turn has ended, and prints everything once', async () => {
  const frames = await open([says('Hello.')], 125);
  const before = frames.length;
  await vi.advanceTimersByTimeAsync(10_000);
  expect(frames.length).toBe(before);
  expect(frames.flatMap(({ settled }) => settled.map(({ kind }) => kind))).toEqual(['person', 'agent', 'ended']);
  expect(frames.map(({ isNews }) => isNews)).toEqual([false, ...frames.slice(1).map(() => true)]);
});

it('prints the newest items of a long session at once, and counts the others', async () => {
  const agent = new ScriptedAgent([]);
  const told: AgentEvent[] = [];
  agent.subscribe((event) => told.push(event));
  for (let n = 0; n < 251; n += 1) await agent.send({ update: { model: `model-${n}` } });
  const frames: FeedFrame[] = [];
  const prepared: number[] = [];
  feeds.push(
    await openFeed(agent, {
      prepare: async (items) => void prepared.push(items.length),
      onFrame: (frame) => frames.push(frame),
      motionMs: null,
    }),
  );
  expect(told).toHaveLength(251);
  expect([prepared, frames.length, frames[0]?.settled.length, frames[0]?.skipped]).toEqual([[100], 1, 100, 150]);
});
