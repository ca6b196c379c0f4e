import { expect, test } from 'vitest';
import { decideHost } from './decide-host.ts';

const rules = ['registry.npmjs.org', '*.github.com', 'build.example:8443', '[2001:db8::1]:443'];

test.each([
  ['registry.npmjs.org', 443],
  ['REGISTRY.npmjs.org', 80],
  ['registry.npmjs.org.', 443],
  ['api.github.com', 443],
  ['a.b.github.com', 443],
  ['build.example', 8443],
  ['[2001:db8::1]', 443],
])('%s:%d is on the list', (host, port) => {
  expect(decideHost(host, port, rules)).toMatchObject({ ok: true });
});

test.each([
  ['registry.npmjs.org', 22],
  ['registry.npmjs.org.evil.test', 443],
  ['evilregistry.npmjs.org', 443],
  ['github.com', 443],
  ['evil-github.com', 443],
  ['build.example', 443],
  ['127.0.0.1', 443],
  ['cafe.de', 443],
])('%s:%d is not on the list', (host, port) => {
  expect(decideHost(host, port, rules)).toMatchObject({ ok: false, reason: 'not_listed' });
});

test.each([
  'evil.test\0.github.com',
  'evil.test#.github.com',
  'user@api.github.com',
  'evil.test/.github.com',
  'evil.test%00.github.com',
  '-a.github.com',
  '..github.com',
  'ｅvil.github.com',
  'a b.github.com',
  '2130706433',
  '0x7f.1',
  '127.1',
  '',
  `${'a'.repeat(64)}.github.com`,
])('%j is not a host', (host) => {
  expect(decideHost(host, 443, rules)).toMatchObject({ ok: false, reason: 'not_a_host' });
});

test('an empty list allows nothing', () => {
  expect(decideHost('example.com', 443, [])).toMatchObject({ ok: false });
});
