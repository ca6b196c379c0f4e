import fc from 'fast-check';
import { expect, test } from 'vitest';
import { toDiskPath, toKey } from './file-key.ts';

test('every sequence of bytes has one key that leads back to it', () => {
  const tricky = fc.constantFrom('\\', 'x', '5', 'c', 'f', '/', 'é', 'e\u0301').map((text) => Buffer.from(text));
  const bytes = fc.array(fc.oneof(tricky, fc.uint8Array({ maxLength: 3 })), { maxLength: 12 });
  fc.assert(
    fc.property(bytes, (parts) => {
      const name = Buffer.concat(parts);
      expect(Buffer.from(toDiskPath(toKey(name))).equals(name)).toBe(true);
    }),
  );
});

test.each([
  ['plain.txt', 'plain.txt'],
  ['a\\b', 'a\\b'],
  ['a\\xff', 'a\\x5cxff'],
  ['日本', '日本'],
])('the key of %j is %j', (name, key) => {
  expect(toKey(Buffer.from(name))).toBe(key);
});

test('a byte that is not UTF-8 is escaped, and JSON keeps it', () => {
  const name = Buffer.from([0x66, 0xff, 0x67]);
  expect(toKey(name)).toBe('f\\xffg');
  expect(toDiskPath(JSON.parse(JSON.stringify(toKey(name))) as string)).toEqual(name);
});
