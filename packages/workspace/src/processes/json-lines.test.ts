import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import * as z from 'zod';
import { JsonLines, toJsonLine } from './json-lines.ts';

const schema = z.object({ text: z.string() });

test('returns the same messages however the stream is split', () => {
  const messages = fc.array(fc.record({ text: fc.string({ unit: 'grapheme' }) }), { minLength: 1 });
  fc.assert(
    fc.property(messages, fc.integer({ min: 1, max: 20 }), (sent, size) => {
      const bytes = Buffer.from(sent.map(toJsonLine).join(''));
      const lines = new JsonLines(schema, 10_000);
      const heard = [];
      for (let at = 0; at < bytes.length; at += size) heard.push(...lines.push(bytes.subarray(at, at + size)));
      expect(heard).toEqual(sent.map((message) => ({ ok: true, message })));
    }),
  );
});

test('never throws on any input', () => {
  fc.assert(
    fc.property(fc.uint8Array(), (bytes) => {
      for (const line of new JsonLines(schema, 10_000).push(Buffer.concat([bytes, Buffer.from('\n')]))) {
        expect(line.ok).toBe(false);
      }
    }),
  );
});

test('gives up on a line without an end', () => {
  const lines = new JsonLines(schema, 10);
  expect(lines.push(Buffer.from('0123456789'))).toEqual([]);
  expect(lines.push(Buffer.from('0'))).toMatchObject([{ ok: false, isFatal: true }]);
});
