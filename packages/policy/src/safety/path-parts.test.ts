import { isAbsolute, relative, resolve } from 'node:path/posix';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { isWithin, toParts } from './path-parts.ts';

const path = fc
  .array(fc.constantFrom('ws', 'ws-evil', 'WS', 'w', '..', '.', '', 'a', '...', 'a b'), { maxLength: 8 })
  .map((parts) => `/${parts.join('/')}`);

it('resolves a path as Node does', () => {
  fc.assert(
    fc.property(path, (given) => {
      expect(`/${toParts(given).join('/')}`).toBe(resolve(given));
    }),
  );
});

it('compares whole names to find what is in a folder', () => {
  fc.assert(
    fc.property(path, path, (folder, given) => {
      const way = relative(resolve(folder), resolve(given));
      const isIn = way === '' || (way !== '..' && !way.startsWith('../') && !isAbsolute(way));
      expect(isWithin(folder, given)).toBe(isIn);
    }),
  );
});

it.each([
  ['/ws', '/ws-evil/x', false],
  ['/ws', '/ws/../etc', false],
  ['/ws', '/WS/x', false],
  ['/', '/x', true],
  ['/ws/', '/ws', true],
])('%s contains %s: %s', (folder, given, isIn) => {
  expect(isWithin(folder, given)).toBe(isIn);
});
