import { describe, expect, test } from 'vitest';
import { createProxyRules } from './proxy-rules.ts';

const proxyOf = (env: Record<string, string>, url: string): string | undefined =>
  createProxyRules(env)(new URL(url))?.value;

describe('the proxy of a request is', () => {
  test.each<[string, Record<string, string>, string, string | undefined]>([
    ['none', {}, 'https://a.test/', undefined],
    ['HTTPS_PROXY for https', { HTTPS_PROXY: 'p' }, 'https://a.test/', 'p'],
    ['HTTPS_PROXY not for http', { HTTPS_PROXY: 'p' }, 'http://a.test/', undefined],
    ['HTTP_PROXY for http', { HTTP_PROXY: 'p' }, 'http://a.test/', 'p'],
    ['HTTP_PROXY not for https', { HTTP_PROXY: 'p' }, 'https://a.test/', undefined],
    ['the lowercase variable first', { HTTPS_PROXY: 'P', https_proxy: 'p' }, 'https://a.test/', 'p'],
    ['ALL_PROXY if there is no specific one', { ALL_PROXY: 'all', HTTP_PROXY: 'p' }, 'https://a.test/', 'all'],
    ['the specific one before ALL_PROXY', { all_proxy: 'all', HTTP_PROXY: 'p' }, 'http://a.test/', 'p'],
    ['not an empty value', { https_proxy: ' ', HTTPS_PROXY: 'P' }, 'https://a.test/', 'P'],
  ])('%s', (...[, env, url, expected]) => {
    expect(proxyOf(env, url)).toBe(expected);
  });
});

describe('NO_PROXY', () => {
  test.each<[string, string, boolean]>([
    ['a.test', 'https://a.test/', true],
    ['A.Test', 'https://a.test/', true],
    ['a.test', 'https://b.a.test/', true],
    ['.a.test', 'https://b.a.test/', true],
    ['.a.test', 'https://a.test/', true],
    ['*.a.test', 'https://b.a.test/', true],
    ['a.test', 'https://aa.test/', false],
    ['test', 'https://attest/', false],
    ['b.test, a.test', 'https://a.test/', true],
    ['b.test a.test', 'https://a.test/', true],
    ['b.test,,', 'https://a.test/', false],
    ['*', 'https://a.test/', true],
    ['a.test:443', 'https://a.test/', true],
    ['a.test:8443', 'https://a.test:8443/', true],
    ['a.test:8443', 'https://a.test/', false],
    ['a.test:80', 'http://a.test/', true],
    ['a.test', 'https://a.test./', true],
    ['10.1.2.3', 'https://10.1.2.3/', true],
    ['2.3', 'https://10.1.2.3/', false],
    ['10.1.2.3:8080', 'https://10.1.2.3/', false],
    ['10.0.0.0/8', 'https://10.1.2.3/', true],
    ['10.0.0.0/8', 'https://11.1.2.3/', false],
    ['10.0.0.0/99', 'https://10.1.2.3/', false],
    ['10.0.0.0/8', 'https://a.test/', false],
    ['2001:db8::1', 'https://[2001:db8::1]/', true],
    ['[2001:db8::1]:8443', 'https://[2001:db8::1]:8443/', true],
    ['2001:db8::/32', 'https://[2001:db8::5]/', true],
  ])('%s is applied to %s', (noProxy, url, isLeftOut) => {
    expect(proxyOf({ ALL_PROXY: 'p', NO_PROXY: noProxy }, url)).toBe(isLeftOut ? undefined : 'p');
  });

  test('is read from the lowercase variable first', () => {
    expect(proxyOf({ ALL_PROXY: 'p', NO_PROXY: '*', no_proxy: 'b.test' }, 'https://a.test/')).toBe('p');
  });
});

test.each([
  'http://localhost:8080/',
  'http://a.localhost/',
  'http://127.0.0.1/',
  'http://127.9.9.9/',
  'http://[::1]:1/',
  'http://169.254.169.254/',
  'http://metadata.google.internal/',
])('%s never uses a proxy', (url) => {
  expect(proxyOf({ ALL_PROXY: 'p' }, url)).toBeUndefined();
});
