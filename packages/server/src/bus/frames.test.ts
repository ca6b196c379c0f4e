import fc from 'fast-check';
import { expect, test } from 'vitest';
import { FrameReader, FrameWriter } from './frames.ts';

const LIMIT = 300;
const texts = fc.array(fc.string({ unit: 'grapheme', maxLength: 900 }), { maxLength: 12 });

test('texts of any length survive a round trip, and no frame exceeds the limit', () => {
  fc.assert(
    fc.property(texts, (said) => {
      const frames = new FrameWriter(LIMIT).write(said);
      const reader = new FrameReader();
      expect(frames.every((frame) => Buffer.byteLength(frame) <= LIMIT)).toBe(true);
      expect(new Set(frames).size).toBe(frames.length);
      expect(frames.flatMap((frame) => reader.read(frame))).toEqual(said);
    }),
  );
});

test('with frames lost, duplicated or from two writers, the reader returns only texts that were written', () => {
  fc.assert(
    fc.property(texts, texts, fc.infiniteStream(fc.constantFrom(0, 1, 1, 2)), (one, two, times) => {
      const frames = [...new FrameWriter(LIMIT).write(one), ...new FrameWriter(LIMIT).write(two)];
      const reader = new FrameReader();
      const heard = frames.flatMap((frame) =>
        Array.from({ length: Number(times.next().value) }, () => reader.read(frame)),
      );
      const known = new Set([...one, ...two]);
      expect(heard.flat().every((text) => known.has(text))).toBe(true);
    }),
  );
});

test('short texts share a frame', () => {
  expect(new FrameWriter(LIMIT).write(['a', 'b', 'c'])).toHaveLength(1);
});

test('input that is not a frame is ignored', () => {
  const reader = new FrameReader();
  for (const other of ['', 'hello', '{}', '[1]', '{"n":1,"of":2,"at":0}']) expect(reader.read(other)).toEqual([]);
});
