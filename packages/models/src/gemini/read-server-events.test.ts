import { expect, test } from 'vitest';
import { readServerEvents } from './read-server-events.ts';

async function* toPieces(text: string, size: number): AsyncIterable<Uint8Array> {
  const bytes = Buffer.from(text);
  for (let from = 0; from < bytes.length; from += size) yield bytes.subarray(from, from + size);
}

async function read(text: string, size: number): Promise<readonly string[]> {
  const events: string[] = [];
  for await (const together of readServerEvents(toPieces(text, size))) events.push(...together);
  return events;
}

test.each([1, 2, 3, 7, 1000])('events are whole in whatever pieces of %i bytes they come', async (size) => {
  const text = 'data: {"a":"naïve 😀"}\r\n\r\n: a comment\n\ndata: b\n\ndata: c';
  expect(await read(text, size)).toEqual(['{"a":"naïve 😀"}', 'b', 'c']);
});

test('an event of megabytes takes a time that grows with its length', async () => {
  const time = async (length: number): Promise<number> => {
    const start = performance.now();
    await read(`data: ${'x'.repeat(length)}\n\n`, 1400);
    return performance.now() - start;
  };
  await time(500_000);
  const least = async (length: number): Promise<number> => {
    const times: number[] = [];
    for (let n = 0; n < 5; n += 1) times.push(await time(length));
    return Math.min(...times);
  };
  // With each piece copied again it would be 64 times.
  expect((await least(4_000_000)) / (await least(500_000))).toBeLessThan(8 * 4);
});
