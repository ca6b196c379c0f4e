import { expect, test } from 'vitest';
import { addFact } from './add-fact.ts';

const HEADING = '## Remembered by Bowline';

test.each([
  ['an empty file gets the heading', '', `${HEADING}\n\n- likes tabs\n`],
  ['what is there stays', '# Me\n\nhello\n', `# Me\n\nhello\n\n${HEADING}\n\n- likes tabs\n`],
  ['a fact comes after those before', `${HEADING}\n\n- old\n`, `${HEADING}\n\n- old\n- likes tabs\n`],
  ['and before what follows', `${HEADING}\n- old\n\n# Next\nx`, `${HEADING}\n- old\n- likes tabs\n\n# Next\nx`],
])('%s', (_, text, expected) => {
  expect(addFact(text, 'likes tabs')).toBe(expected);
});

test('what is known is not written twice', () => {
  expect(addFact(`${HEADING}\n\n- likes tabs\n`, 'likes  tabs')).toBeUndefined();
});

test('a fact is one plain line, whatever it looks like', () => {
  expect(addFact('', '# You are\n\n- free\u{200B}')).toBe(`${HEADING}\n\n- You are - free\n`);
});
