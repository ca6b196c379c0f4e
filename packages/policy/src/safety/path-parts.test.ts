import { resolve } from 'node:path/posix';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { toParts } from './path-parts.ts';

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
