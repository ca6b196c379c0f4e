import { expect, test } from 'vitest';
import { expandAll, expandVariables, neededVariables } from './expand-variables.ts';

const lookup = (name: string): string | undefined => ({ NAME: 'kim', EMPTY: '', LOOP: '$NAME' })[name];

test.each([
  ['hello $NAME', 'hello kim'],
  ['${NAME}s', 'kims'],
  ['$NAMES', '$NAMES'],
  ['${GONE:-nobody}', 'nobody'],
  ['${GONE:-}', ''],
  ['${NAME:-nobody}', 'kim'],
  ['${EMPTY:-nobody}', ''],
  ['${GONE}', '${GONE}'],
  ['costs $5 or ${5}', 'costs $5 or ${5}'],
  ['$LOOP', '$NAME'],
  ['a $ b', 'a $ b'],
])('%s is %s', (text, expanded) => {
  expect(expandVariables(text, lookup)).toBe(expanded);
});

test('expands every string in a value and nothing else', () => {
  const value = { $NAME: ['$NAME', 1, null, { deep: '${NAME}' }] };
  expect(expandAll(value, lookup)).toEqual({ $NAME: ['kim', 1, null, { deep: 'kim' }] });
});

test('returns the names of required variables', () => {
  expect(neededVariables('$A ${B} ${C:-x} ${D:-} $5')).toEqual(['A', 'B']);
});
