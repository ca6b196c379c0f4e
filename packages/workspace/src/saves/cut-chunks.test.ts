import { createHash } from 'node:crypto';
import { expect, test } from 'vitest';
import { CHUNK_BYTES, cutChunks } from './cut-chunks.ts';

/** Bytes that look random and are the same each time. */
function noise(length: number, seed = 1): Buffer {
  const blocks = Array.from({ length: Math.ceil(length / 32) }, (_, n) =>
    createHash('sha256').update(`${seed} ${n}`).digest(),
  );
  return Buffer.concat(blocks).subarray(0, length);
}

const hashes = (bytes: Uint8Array): string[] =>
  cutChunks(bytes).map((chunk) => createHash('sha256').update(chunk).digest('hex'));

test.each([0, 1, 100, CHUNK_BYTES.min, CHUNK_BYTES.max, CHUNK_BYTES.max + 1, 3_000_000])(
  'the pieces of %d bytes are the content, within bounds',
  (length) => {
    const bytes = noise(length);
    const chunks = cutChunks(bytes);
    expect(Buffer.concat(chunks).equals(bytes)).toBe(true);
    for (const chunk of chunks) expect(chunk.length).toBeLessThanOrEqual(CHUNK_BYTES.max);
    for (const chunk of chunks.slice(0, -1)) expect(chunk.length).toBeGreaterThan(CHUNK_BYTES.min);
  },
);

test('pieces are near the middle size, and a content without any is cut at the longest', () => {
  const sizes = cutChunks(noise(3_000_000)).map(({ length }) => length);
  const mean = sizes.reduce((sum, size) => sum + size, 0) / sizes.length;
  expect(mean).toBeGreaterThan(CHUNK_BYTES.middle / 2);
  expect(mean).toBeLessThan(CHUNK_BYTES.middle * 2);
  expect(cutChunks(Buffer.alloc(600_000)).map(({ length }) => length)).toEqual([262_144, 262_144, 75_712]);
});

test.each([
  [
    'inserted',
    (bytes: Buffer) => Buffer.concat([bytes.subarray(0, 1_000_000), Buffer.from('new'), bytes.subarray(1_000_000)]),
  ],
  ['removed', (bytes: Buffer) => Buffer.concat([bytes.subarray(0, 1_000_000), bytes.subarray(1_000_100)])],
  [
    'changed',
    (bytes: Buffer) => Buffer.concat([bytes.subarray(0, 1_000_000), Buffer.from('x'), bytes.subarray(1_000_001)]),
  ],
  ['put in front', (bytes: Buffer) => Buffer.concat([Buffer.from('first'), bytes])],
])('bytes that are %s change few pieces', (...[, change]) => {
  const before = noise(2_000_000);
  const known = new Set(hashes(before));
  const fresh = hashes(change(before)).filter((chunk) => !known.has(chunk));
  expect(fresh.length).toBeGreaterThan(0);
  expect(fresh.length).toBeLessThanOrEqual(3);
});

test('cuts stay the same in later versions, or everything would be stored again', () => {
  expect(cutChunks(noise(500_000)).map(({ length }) => length)).toMatchInlineSnapshot(`
    [
      86021,
      40138,
      86371,
      76986,
      58312,
      86367,
      42028,
      23777,
    ]
  `);
});
