import { posix, win32 } from 'node:path';
import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { isWithin } from './is-within.ts';

test.each([
  ['/ws', '/ws', true],
  ['/ws/', '/ws', true],
  ['/ws/a', '/ws/', true],
  ['/ws-evil', '/ws', false],
  ['/ws/../etc', '/ws', false],
  ['/etc/../ws/a', '/ws', true],
  ['/ws/./a//b', '/ws/a', true],
  ['/', '/ws', false],
  ['/ws', '/', true],
  ['/ws', '', false],
  ['/ws', '.', false],
  ['ws', '/ws', false],
  ['/ws/..a', '/ws', true],
  ['/WS/a', '/ws', false],
  [String.raw`C:\Work\a`, 'c:/work', true],
  [String.raw`C:\Workshop`, String.raw`C:\Work`, false],
  [String.raw`D:\Work`, String.raw`C:\Work`, false],
  [String.raw`/ws\a`, '/ws', false],
])('%s in %s: %s', (path, root, expected) => {
  expect(isWithin({ path, root })).toBe(expected);
});

// Names with common prefixes, names that look like `..`, and names that contain separators of other systems.
const name = fc.constantFrom('w', 'ws', 'ws-evil', 'ws.', '..ws', '...', 'WS', 'a b', '~');

test('agrees with the relative path that Node finds', () => {
  const paths = fc.array(fc.oneof(name, fc.constantFrom('..', '.', '', 'a\\b')), { maxLength: 6 });
  fc.assert(
    fc.property(paths, fc.array(name, { maxLength: 3 }), (path, root) => {
      const given = { path: `/${path.join('/')}`, root: `/${root.join('/')}` };
      const way = posix.relative(given.root, given.path);
      expect(isWithin(given)).toBe(way !== '..' && !way.startsWith('../'));
    }),
  );
});

test('agrees with the relative path that Node finds on Windows', () => {
  fc.assert(
    fc.property(fc.array(name, { maxLength: 5 }), fc.array(name, { maxLength: 3 }), (path, root) => {
      const given = { path: String.raw`C:\ ${path.join('\\')}`.replace(' ', ''), root: `c:/${root.join('/')}` };
      const way = win32.relative(given.root, given.path);
      expect(isWithin(given)).toBe(way !== '..' && !way.startsWith('..\\'));
    }),
  );
});
