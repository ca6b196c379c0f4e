import { expect, test } from 'vitest';
import { putToken } from './put-token.ts';

const pairs = [
  { token: 'real-token-of-one', placeholder: 'fake-token-of-one' },
  { token: 'real-token-of-two', placeholder: 'fake-token-of-two' },
];
const basic = (text: string): string => `Basic ${Buffer.from(text, 'latin1').toString('base64')}`;

test.each([
  ['authorization', 'Bearer fake-token-of-one', 'Bearer real-token-of-one'],
  ['authorization', 'bearer  fake-token-of-two', 'bearer  real-token-of-two'],
  ['authorization', 'token fake-token-of-one', 'token real-token-of-one'],
  ['authorization', 'fake-token-of-one', 'real-token-of-one'],
  ['authorization', basic('me:fake-token-of-one'), basic('me:real-token-of-one')],
  ['authorization', basic('fake-token-of-one:'), basic('real-token-of-one:')],
  ['authorization', basic('fake-token-of-two:x-oauth-basic'), basic('real-token-of-two:x-oauth-basic')],
  ['private-token', 'fake-token-of-one', 'real-token-of-one'],
  ['x-api-key', 'fake-token-of-two', 'real-token-of-two'],
])('in %s, %s becomes %s', (name, value, put) => {
  expect(putToken(name, value, pairs)).toBe(put);
});

test.each([
  ['authorization', 'Bearer other'],
  ['authorization', 'Bearer fake-token-of-one-and-more'],
  ['authorization', 'Bearer fake-token-of-one, fake-token-of-two'],
  ['authorization', 'Digest username="fake-token-of-one"'],
  ['authorization', 'Anything fake-token-of-one'],
  ['authorization', basic('me:fake-token-of-one:more')],
  ['authorization', basic('fake-token-of-one')],
  ['authorization', 'Basic fake-token-of-one'],
  ['authorization', ''],
  ['x-api-key', 'key fake-token-of-one'],
  ['cookie', 'fake-token-of-one'],
  ['user-agent', 'fake-token-of-one'],
  ['x-forwarded-for', 'fake-token-of-one'],
])('in %s, %s is unchanged', (name, value) => {
  expect(putToken(name, value, pairs)).toBe(value);
});
