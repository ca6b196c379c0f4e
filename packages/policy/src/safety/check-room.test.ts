import { expect, it } from 'vitest';
import { checkDisk } from './check-disk.ts';
import { checkSize } from './check-size.ts';

const MB = 1_000_000;

it.each([
  [10 * MB, []],
  [10 * MB + 1, [{ check: 'size', severity: 'warning', message: 'writes 10 MB, more than the limit of 10 MB' }]],
  [2_500 * MB, [{ check: 'size', severity: 'warning', message: 'writes 2.5 GB, more than the limit of 10 MB' }]],
])('a write of %s bytes', (bytes, findings) => {
  expect(checkSize({ bytes, maxBytes: 10 * MB })).toEqual(findings);
});

it.each([
  ['enough', { freeBytes: 1000 * MB, bytes: 10 * MB }, []],
  [
    'too little for anything else',
    { freeBytes: 105 * MB, bytes: 10 * MB },
    [['warning', 'leaves little disk space: 105 MB free in /ws']],
  ],
  [
    'too little',
    { freeBytes: 5 * MB, bytes: 10 * MB },
    [['danger', 'writes 10 MB, but there are only 5 MB free in /ws']],
  ],
  ['none', { freeBytes: 0, bytes: 0 }, [['warning', 'leaves little disk space: 0 bytes free in /ws']]],
])('disk space that is %s', (_, room, findings) => {
  const found = checkDisk({ folder: '/ws', keepFreeBytes: 100 * MB, ...room });
  expect(found.map(({ severity, message }) => [severity, message])).toEqual(findings);
});
