import { defaultMasking, planMasking } from '@bowline/context';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { anyTree, type AnyText } from './any-session.ts';
import { toBytes } from './observed.ts';
import { openBook } from './open-book.ts';
import { SessionPlayer } from './session-player.ts';
import { createMemoryShelf, openStoreShelf, type Shelf } from './shelf.ts';
import { tornCalls } from './view-faults.ts';

async function inAnyTree(openShelf: () => Shelf, numRuns: number): Promise<void> {
  await fc.assert(
    fc.asyncProperty(anyTree, async (session) => {
      const book = await openBook(openShelf());
      try {
        const { pairs, requests } = await new SessionPlayer(book, session).play();
        for (const { why, expected, found } of pairs) expect({ why, view: found }).toEqual({ why, view: expected });
        for (const { contents } of requests) expect(tornCalls(contents)).toEqual([]);
      } finally {
        await book.close();
      }
    }),
    { numRuns },
  );
}

test('after reopening, rewinding or forking any session, the model sees exactly the same bytes', async () => {
  await inAnyTree(createMemoryShelf, 200);
}, 60_000);

test('the same holds in a real store that is closed and reopened', async () => {
  await inAnyTree(openStoreShelf, 15);
}, 60_000);

test('when all summaries and maskings of any session are undone, the model sees what it had seen without them', async () => {
  let steps = 0;
  await fc.assert(
    fc.asyncProperty(anyTree, async (session) => {
      const book = await openBook(createMemoryShelf());
      await new SessionPlayer(book, session).play();
      const { steps: undone, views } = await book.lengthen();
      steps += undone;
      const [never, ...others] = Object.values(views).map(({ contents }) => toBytes(contents));
      for (const other of others) expect(other).toEqual(never);
      if (undone > 0) expect(planMasking(views['written']?.entries ?? [], session.masking)).toEqual([]);
      await book.close();
    }),
    { numRuns: 80 },
  );
  expect(steps).toBeGreaterThan(30);
}, 60_000);

test('a message sent while the model answers follows the answer, even if the request is compacted', async () => {
  const text = (length: number): AnyText => ({ look: 'prose', length, from: 0 });
  const book = await openBook(createMemoryShelf());
  const { pairs } = await new SessionPlayer(book, {
    window: 1500,
    masking: defaultMasking,
    compactAt: undefined,
    summaries: [text(100)],
    deeds: [
      { kind: 'say', text: text(1) },
      { kind: 'say', text: text(4660) },
      { kind: 'end' },
      { kind: 'answer', thought: null, text: text(9), calls: [], heard: [text(1), text(1)], counted: null },
      { kind: 'reopen' },
    ],
  }).play();
  expect(pairs).toHaveLength(2);
  for (const { expected, found } of pairs) expect(found).toEqual(expected);
});
