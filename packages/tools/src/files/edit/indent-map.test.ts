import { expect, test } from 'vitest';
import { createIndentMap, type IndentPair } from './indent-map.ts';

const four = '    ';
const pair = (sent: string, found: string): IndentPair => ({ sent, found });

type Known = readonly [
  title: string,
  pairs: readonly IndentPair[],
  unit: string | undefined,
  asked: readonly [sent: string, expected: string | undefined][],
];
const known: readonly Known[] = [
  [
    'what is sent as it is stays',
    [pair('  ', '  ')],
    undefined,
    [
      ['  ', '  '],
      ['\t', '\t'],
    ],
  ],
  ['two depths show a shift', [pair('', four), pair('  ', `${four}  `)], undefined, [['    ', '        ']]],
  ['a shift outwards ends at the margin', [pair(four, ''), pair(four + four, four)], undefined, [['  ', undefined]]],
  ['two depths show the unit', [pair('', ''), pair('  ', '\t')], undefined, [['    ', '\t\t']]],
  [
    'one depth is only itself when the unit is unclear',
    [pair('  ', four)],
    undefined,
    [
      ['  ', four],
      ['    ', undefined],
    ],
  ],
  ['one depth and the unit of the file', [pair('  ', four)], four, [['    ', four + four]]],
  ['one depth where nothing else is indented', [pair('', four)], '', [['  ', `${four}  `]]],
  ['tabs and blanks are not mixed', [pair('', '\t')], '', [['  ', undefined]]],
  ['no depth below the margin', [pair(four + four, four)], '  ', [['', undefined]]],
];
test.each(known)('%s', (...[, pairs, unit, asked]) => {
  const sent = [...pairs.map((each) => each.sent), ...asked.map(([indent]) => indent)];
  const map = createIndentMap({ pairs, sent, fileUnit: () => unit });
  expect(asked.map(([indent]) => [indent, map?.(indent)])).toEqual(asked);
});

const shapes: readonly [title: string, pairs: readonly IndentPair[]][] = [
  ['equally deep as sent, not in the file', [pair('', ''), pair('', '  ')]],
  ['equally deep in the file, not as sent', [pair('', '  '), pair('  ', '  ')]],
  ['deeper as sent, less deep in the file', [pair('', '  '), pair('  ', '')]],
];
test.each(shapes)('rejects code of a different shape: %s', (_, pairs) => {
  expect(createIndentMap({ pairs, sent: [], fileUnit: () => '  ' })).toBeUndefined();
});
