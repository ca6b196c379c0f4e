import fc from 'fast-check';
import { expect, test } from 'vitest';
import { parseServerSent, type ServerSent } from './server-sent.ts';

async function parse(bytes: Uint8Array, cuts: readonly number[]): Promise<ServerSent[]> {
  const places = [0, ...cuts.map((cut) => cut % (bytes.length + 1)), bytes.length].sort((a, b) => a - b);
  async function* chunks(): AsyncIterable<Uint8Array> {
    for (const [n, place] of places.entries()) yield bytes.subarray(place, places[n + 1] ?? place);
  }
  const found: ServerSent[] = [];
  for await (const message of parseServerSent(chunks())) found.push(message);
  return found;
}

const messages = fc.array(fc.record({ id: fc.option(fc.uuid()), text: fc.string({ unit: 'grapheme' }) }));

test('messages arrive complete and in order, wherever their bytes are split', async () => {
  await fc.assert(
    fc.asyncProperty(messages, fc.array(fc.nat()), async (said, cuts) => {
      const blocks = said.map(({ id, text }) => `${id === null ? '' : `id: ${id}\n`}data: ${JSON.stringify(text)}\n\n`);
      const found = await parse(new TextEncoder().encode(blocks.join('')), cuts);
      expect(found.map(({ id, data }) => ({ id: id ?? null, text: JSON.parse(data) as unknown }))).toEqual(said);
    }),
  );
});

test('a comment has no data, and an incomplete message at the end is dropped', async () => {
  const bytes = new TextEncoder().encode(': alive\n\nevent: open\nid: 1\ndata: {}\n\ndata: "cut');
  expect(await parse(bytes, [])).toEqual([
    { event: 'message', data: '', id: undefined },
    { event: 'open', data: '{}', id: '1' },
  ]);
});
