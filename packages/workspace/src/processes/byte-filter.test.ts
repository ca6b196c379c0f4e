import { expect, test } from 'vitest';
import { ByteFilter } from './byte-filter.ts';

const run = (texts: readonly string[], pieces: readonly Buffer[]): string => {
  const filter = new ByteFilter(texts);
  return Buffer.concat([...pieces.map((piece) => filter.push(piece)), filter.flush()]).toString('latin1');
};

test('removes a text even if it is split between chunks', () => {
  const whole = Buffer.from('a hunter2 hunter hunter22 hun');
  for (let at = 0; at <= whole.length; at += 1)
    for (let next = at; next <= whole.length; next += 1)
      expect(run(['hunter2'], [whole.subarray(0, at), whole.subarray(at, next), whole.subarray(next)])).toBe(
        'a [redacted] hunter [redacted]2 hun',
      );
});

test('changes no other byte, and finds text that is not ASCII', () => {
  const bytes = Buffer.from(Array.from({ length: 256 }, (_, n) => n));
  expect(run(['schlüssel'], [bytes, Buffer.from('schlüssel')])).toBe(`${bytes.toString('latin1')}[redacted]`);
  expect(run([], [bytes])).toBe(bytes.toString('latin1'));
});

test('treats pattern characters literally, and prefers the longest text', () => {
  expect(run(['a.c+', 'a.c+d'], [Buffer.from('abcc a.c+d a.c+')])).toBe('abcc [redacted] [redacted]');
});
