import { describe, expect, test } from 'vitest';
import { parseProxy, toProxyRefusal, toShownProxy } from './proxy.ts';

const basic = (text: string): string => `Basic ${Buffer.from(text).toString('base64')}`;

describe('a valid proxy setting', () => {
  test.each<[string, string, string | undefined]>([
    ['http://p.test:3128', 'http://p.test:3128', undefined],
    ['p.test:3128', 'http://p.test:3128', undefined],
    ['p.test', 'http://p.test', undefined],
    ['https://p.test/', 'https://p.test', undefined],
    ['http://me:secret@p.test:3128', 'http://p.test:3128', basic('me:secret')],
    ['me:secret@p.test:3128', 'http://p.test:3128', basic('me:secret')],
    ['http://me@p.test', 'http://p.test', basic('me:')],
    ['http://me:s%40%3A@p.test', 'http://p.test', basic('me:s@:')],
    ['http://me:50%@p.test', 'http://p.test', basic('me:50%')],
    ['http://[::1]:3128', 'http://[::1]:3128', undefined],
  ])('%s', (value, origin, authorization) => {
    const setting = { variable: 'HTTPS_PROXY', value };
    expect(parseProxy(setting)).toMatchObject({ origin, authorization });
    expect(toShownProxy(setting)).toBe(origin);
  });
});

test.each(['http://me:secret@', 'socks5://me:secret@p.test', 'http://me:secret@p.test:99999', '://secret'])(
  '%s is rejected as a proxy, and the error does not repeat it',
  (value) => {
    const parse = (): unknown => parseProxy({ variable: 'ALL_PROXY', value });
    expect(parse).toThrow(expect.objectContaining({ code: 'MODEL_UNREACHABLE', retryable: false }) as Error);
    expect(parse).toThrow(/ALL_PROXY/);
    expect(parse).not.toThrow(/secret/);
    expect(toShownProxy({ variable: 'ALL_PROXY', value }) ?? '').not.toContain('secret');
  },
);

test('a rejection by the proxy says what to set, and whether to retry', () => {
  const proxy = parseProxy({ variable: 'HTTPS_PROXY', value: 'http://me:secret@p.test:3128' });
  const [unknown, down] = [toProxyRefusal(proxy, 'a.test', 407), toProxyRefusal(proxy, 'a.test', 503)];
  expect(unknown).toMatchObject({ retryable: false, details: { status: 407 } });
  expect(unknown.hint).toContain('Set HTTPS_PROXY to http://user:password@p.test:3128');
  expect(down.retryable).toBe(true);
  expect(`${unknown.message} ${unknown.hint ?? ''} ${down.message} ${down.hint ?? ''}`).not.toContain('secret');
});
