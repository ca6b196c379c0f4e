import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { KeptOutput } from './kept-output.ts';
import { readCommandEnd } from './read-command-end.ts';

const MB = 1024 * 1024;
let folder = '';
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'bowline-'));
});
afterEach(() => {
  rmSync(folder, { recursive: true });
});

/** Bytes that reveal their position. */
function pattern(length: number): Buffer {
  return Buffer.from(
    Array.from({ length: Math.ceil(length / 8) }, (_, at) => String(at).padStart(8, '.')).join(''),
  ).subarray(0, length);
}

const cases: readonly [title: string, length: number, chunk: number, kept: readonly [head: number, tail: number]][] = [
  ['nothing', 0, 1, [0, 0]],
  ['what fits in the head', 4 * MB, 65_536, [4 * MB, 0]],
  ['what fits in head and tail', 4 * MB + 100, 65_536, [4 * MB, 100]],
  ['exactly head and tail', 5 * MB, 99_999, [4 * MB, MB]],
  ['more than fits, in chunks', 7 * MB + 123, 70_001, [4 * MB, MB]],
  ['more than fits, in one chunk larger than the tail', 7 * MB + 5, 7 * MB + 5, [4 * MB, MB]],
];
test.each(cases)('keeps the beginning and end of %s', (...[, length, chunk, [head, tail]]) => {
  const path = join(folder, 'out');
  const all = pattern(length);
  const output = new KeptOutput(path);
  for (let at = 0; at < length; at += chunk) output.push(all.subarray(at, at + chunk));
  expect(output.finish()).toEqual({ outputBytes: length, headBytes: head, tailBytes: tail });
  const left = length - head - tail;
  const note = left === 0 ? '' : `\n[bowline: ${left} bytes were not kept]\n`;
  const expected = Buffer.concat([all.subarray(0, head), Buffer.from(note), all.subarray(length - tail)]);
  expect(readFileSync(path).equals(expected)).toBe(true);
});

test('never splits a character in an excerpt', () => {
  const output = join(folder, 'out');
  for (const shift of ['', 'a', 'ab', 'abc']) {
    writeFileSync(output, `${shift}${'😀'.repeat(100_000)}`);
    const { head, tail, omittedBytes } = readCommandEnd({ state: '', output, background: '', marker: '' }, undefined);
    expect(`${head}${tail}`).not.toContain('\u{FFFD}');
    expect(Buffer.byteLength(head) + Buffer.byteLength(tail) + omittedBytes).toBe(400_000 + shift.length);
  }
});

test('returns an empty end for a command without output and without a file', () => {
  const files = { state: '', output: join(folder, 'none'), background: '', marker: '' };
  expect(readCommandEnd(files, undefined)).toMatchObject({ head: '', tail: '', exitCode: null, signal: null });
});
