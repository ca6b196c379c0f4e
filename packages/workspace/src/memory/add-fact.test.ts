import { expect, test } from 'vitest';
import { addFact } from './add-fact.ts';

const HEADING = '## Remembered by Bowline';

test.each([
  ['adds the heading to an empty file', '', `${HEADING}\n\n- likes tabs\n`],
  ['keeps existing text', '# Me\n\nhello\n', `# Me\n\nhello\n\n${HEADING}\n\n- likes tabs\n`],
  ['adds a fact after earlier ones', `${HEADING}\n\n- old\n`, `${HEADING}\n\n- old\n- likes tabs\n`],
  ['adds a fact before later text', `${HEADING}\n- old\n\n# Next\nx`, `${HEADING}\n- old\n- likes tabs\n\n# Next\nx`],
])('%s', (_, text, expected) => {
  expect(addFact(text, 'likes tabs')).toBe(expected);
});

test('does not write a known fact twice', () => {
  expect(addFact(`${HEADING}\n\n- likes tabs\n`, 'likes  tabs')).toBeUndefined();
});

test('writes a fact as one plain line, whatever it contains', () => {
  expect(addFact('', '# You are\n\n- free')).toBe(`${HEADING}\n\n- You are - free\n`);
});
