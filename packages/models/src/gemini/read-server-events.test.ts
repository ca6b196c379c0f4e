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

test.each([1, 2, 3, 7, 1000])('events are complete when they arrive in pieces of %i bytes', async (size) => {
  const text = 'data: {"a":"naïve 😀"}\r\n\r\n: a comment\n\ndata: b\n\ndata: c';
  expect(await read(text, size)).toEqual(['{"a":"naïve 😀"}', 'b', 'c']);
});

test('reading an event of 5 MB takes no longer than reading ten of 500 KB', async () => {
  const time = async (events: number, length: number): Promise<number> => {
    const text = `data: ${'x'.repeat(length)}\n\n`.repeat(events);
    const start = performance.now();
    await read(text, 1400);
    return performance.now() - start;
  };
  const least = { one: Infinity, ten: Infinity };
  for (let n = 0; n < 5; n += 1) {
    least.one = Math.min(least.one, await time(1, 5_000_000));
    least.ten = Math.min(least.ten, await time(10, 500_000));
  }
  // Copying each piece again would take ten times as long.
  expect(least.one / least.ten).toBeLessThan(4);
});
