import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { createPieceFilter } from './create-piece-filter.ts';

const KEY = 'AIzaSy-canary_0123456789';
const bytes = Buffer.from(KEY);
const forms = [
  KEY,
  bytes.toString('hex'),
  bytes.toString('hex').toUpperCase(),
  Buffer.from(`x${KEY}`).toString('base64').slice(2),
  Buffer.from(`xy${KEY}`).toString('base64').slice(3),
  [...bytes].map((byte) => `%${byte.toString(16)}`).join(''),
  KEY.replaceAll('-', '%2D').replaceAll('_', '%5f'),
];

test('shows no more than a few characters of a secret, wherever its text is split', () => {
  fc.assert(
    fc.property(
      fc.constantFrom(...forms),
      fc.array(fc.integer({ min: 1, max: 12 }), { minLength: 1 }),
      (form, sizes) => {
        const text = `before ${form} after`;
        const redact = createPieceFilter([KEY]);
        let shown = '';
        for (let at = 0, n = 0; at < text.length; n += 1) {
          const size = sizes[n % sizes.length] ?? 1;
          shown += redact(text.slice(at, at + size));
          at += size;
        }
        expect(`${shown}${redact('\n')}`).toMatch(/^before \[redacted\][\w=+/-]{0,3} after\n$/);
      },
    ),
  );
});

test('passes other text at once, except for a possible beginning of a secret', () => {
  const redact = createPieceFilter([KEY]);
  expect(['Password: ', '100% done\n', 'an AIza', 'rium'].map(redact)).toEqual([
    'Password: ',
    '100% done\n',
    'an ',
    'AIzarium',
  ]);
});
