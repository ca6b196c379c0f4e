import { expect, test } from 'vitest';
import { fileUnit } from './file-unit.ts';

test.each([
  ['two blanks', 'a\n  b\n    c\n  d\n', '  '],
  ['tabs', 'a\n\tb\n\t\tc\n', '\t'],
  ['nothing indented', 'a\nb\n', ''],
  ['as often the one as the other', 'a\n  b\nc\n    d\n', undefined],
  ['a habit with few exceptions', `${'a\n    b\n'.repeat(9)}c\n       d\n`, '    '],
  ['blank lines do not count', 'a\n  b\n\n      \n  c\nd\n  e\n', '  '],
])('%s', (_, text, unit) => {
  expect(fileUnit(text)).toBe(unit);
});
