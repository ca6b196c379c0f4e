import { expect, test } from 'vitest';
import { Batches, byTopic, type Said } from './batches.ts';

const say = (batches: Batches, ...texts: string[]): Promise<unknown> =>
  Promise.all(texts.map((text) => batches.say({ topic: 't', text })));

test('messages published together share a batch, and later ones go into the next, in order', async () => {
  const sent: string[][] = [];
  const batches = new Batches(
    async (batch) => {
      sent.push(batch.map(({ text }) => text));
      if (sent.length === 1) void say(batches, 'c', 'd');
    },
    { everyMs: 1 },
  );
  await say(batches, 'a', 'b');
  await batches.flush();
  expect(sent).toEqual([
    ['a', 'b'],
    ['c', 'd'],
  ]);
});

test('a batch that fails to send is dropped, and the next one is sent', async () => {
  const sent: Said[][] = [];
  const batches = new Batches(
    async (batch) => {
      sent.push([...batch]);
      if (sent.length === 1) throw new Error('cut off');
    },
    { everyMs: 1 },
  );
  await say(batches, 'lost');
  await say(batches, 'kept');
  expect(sent.map((batch) => batch.map(({ text }) => text))).toEqual([['lost'], ['kept']]);
});

test('when the queue is full, the oldest message is dropped and its publisher stops waiting', async () => {
  let open = (): void => undefined;
  const gate = new Promise<void>((resolve) => {
    open = resolve;
  });
  const sent: string[] = [];
  const batches = new Batches(
    async (batch) => {
      await gate;
      sent.push(...batch.map(({ text }) => text));
    },
    { everyMs: 0, limit: 2 },
  );
  const first = say(batches, 'sending');
  await new Promise(setImmediate);
  const given = say(batches, 'given up');
  const rest = say(batches, 'b', 'c');
  await given;
  open();
  await Promise.all([first, rest]);
  expect(sent).toEqual(['sending', 'b', 'c']);
});

test('messages are grouped by topic', () => {
  const batch = ['a1', 'b1', 'a2'].map((text) => ({ topic: text.charAt(0), text }));
  expect([...byTopic(batch)]).toEqual([
    ['a', ['a1', 'a2']],
    ['b', ['b1']],
  ]);
});
