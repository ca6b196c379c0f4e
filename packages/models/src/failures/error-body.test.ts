import * as fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { readErrorBody, type ErrorBody } from './error-body.ts';

const RPC = 'type.googleapis.com/google.rpc';
const google = (...details: unknown[]): string =>
  JSON.stringify({ error: { code: 429, message: 'Quota.', status: 'RESOURCE_EXHAUSTED', details } });
const said = (message: string): string => JSON.stringify({ error: { message } });

describe('the retry delay is read from', () => {
  beforeEach(() => {
    vi.useFakeTimers({ now: Date.parse('2026-07-15T12:00:00Z'), toFake: ['Date'] });
  });
  afterEach(() => {
    vi.useRealTimers();
  });

  test.each<[string, string, Record<string, string | readonly string[]>, number | undefined]>([
    ['RetryInfo', google({ '@type': `${RPC}.RetryInfo`, retryDelay: '34.074824224s' }), {}, 34_075],
    ['RetryInfo of zero', google({ '@type': `${RPC}.RetryInfo`, retryDelay: '0s' }), {}, 0],
    ['no invalid RetryInfo', google({ '@type': `${RPC}.RetryInfo`, retryDelay: 'soon' }), {}, undefined],
    ['RetryInfo before headers', google({ retryDelay: '2s' }), { 'retry-after': '9' }, 2000],
    ['milliseconds in a header', '', { 'retry-after-ms': '1234' }, 1234],
    ['milliseconds before seconds', '', { 'retry-after-ms': '1234', 'retry-after': '9' }, 1234],
    ['seconds in a header', '', { 'retry-after': '20' }, 20_000],
    ['half seconds in a header', '', { 'retry-after': '0.5' }, 500],
    ['a date in a header', '', { 'retry-after': 'Wed, 15 Jul 2026 12:00:30 GMT' }, 30_000],
    ['a past date', '', { 'retry-after': 'Wed, 15 Jul 2026 11:00:00 GMT' }, 0],
    ['no header that is neither', '', { 'retry-after': 'later' }, undefined],
    ['no header that is sent twice', '', { 'retry-after': ['1', '2'] }, undefined],
    ['seconds in the message', said('Quota exceeded.\nPlease retry in 45.578569677s.'), {}, 45_579],
    ['milliseconds in the message', said('Please retry in 320ms.'), {}, 320],
    ['headers before the message', said('Please retry in 320ms.'), { 'retry-after': '1' }, 1000],
    ['no other message', said('You may retry in spring'), {}, undefined],
    ['nothing', '', {}, undefined],
  ])('%s', (...[, body, headers, expected]) => {
    expect(readErrorBody(body, headers).retryAfterMs).toBe(expected);
  });

  test('the message of OpenAI, if there are no headers', () => {
    const body = said('Rate limit reached for gpt-5 on tokens per min (TPM). Please try again in 6.2s.');
    expect(readErrorBody(body, {}).retryAfterMs).toBe(6200);
  });

  test('no empty header', () => {
    expect(readErrorBody('', { 'retry-after': '' }).retryAfterMs).toBeUndefined();
  });
});

describe('an error body means', () => {
  const violation = (more: object): string =>
    google({ '@type': `${RPC}.QuotaFailure`, violations: [{ quotaMetric: 'm', ...more }] });
  test.each<[string, string, Partial<ErrorBody>]>([
    ['RPM limit', violation({ quotaId: 'GenerateRequestsPerMinutePerProjectPerModel-FreeTier', quotaValue: '5' }), {}],
    ['a quota per day', violation({ quotaId: 'GenerateRequestsPerDayPerProjectPerModel-FreeTier' }), { isDaily: true }],
    ['no quota', violation({ quotaId: 'PerMinute', quotaValue: '0' }), { isWithoutQuota: true }],
    ['no quota, as a number', violation({ quotaId: 'PerMinute', quotaValue: 0 }), { isWithoutQuota: true }],
    ['no credit', '{"error":{"message":"x","code":"insufficient_quota"}}', { isWithoutQuota: true }],
    ['a spending limit', '{"error":{"message":"x","code":"billing_hard_limit_reached"}}', { isWithoutQuota: true }],
    ['no capacity', google({ '@type': `${RPC}.ErrorInfo`, reason: 'MODEL_CAPACITY_EXHAUSTED' }), { isCapacity: true }],
    ['a bad key', google({ '@type': `${RPC}.ErrorInfo`, reason: 'API_KEY_INVALID' }), { isBadKey: true }],
    ['a bad key of OpenAI', '{"error":{"message":"x","code":"invalid_api_key"}}', { isBadKey: true }],
    ['nothing, if its details are invalid', google('x', null, { violations: 3 }, { retryDelay: {} }), {}],
  ])('%s', (_, body, facts) => {
    const plain = { isBadKey: false, isDaily: false, isWithoutQuota: false, isCapacity: false };
    expect(readErrorBody(body, {})).toMatchObject({ ...plain, ...facts });
  });
});

describe('the message is read from', () => {
  test.each<[string, string, string]>([
    ['a message', said('no'), 'no'],
    ['a message in a list of one', `[${said('no')}]`, 'no'],
    ['HTML', '<html><h1>502 Bad Gateway</h1></html>', '<html><h1>502 Bad Gateway</h1></html>'],
    ['the beginning of a long HTML page', 'x'.repeat(9000), 'x'.repeat(500)],
    ['JSON in another format', '{"detail":"no"}', '{"detail":"no"}'],
    ['an error that is a string', '{"error":"no"}', '{"error":"no"}'],
    ['an empty list', '[]', '[]'],
    ['nothing', '', ''],
  ])('%s', (_, body, message) => {
    expect(readErrorBody(body, {}).message).toBe(message);
  });
});

test('any body is read without an exception, and no delay is negative', () => {
  const headers = fc.dictionary(fc.constantFrom('retry-after', 'retry-after-ms'), fc.string());
  const bodies = fc.oneof(
    fc.string(),
    fc.json(),
    fc.json().map((json) => `{"error":${json}}`),
  );
  fc.assert(
    fc.property(bodies, headers, (body, given) => {
      const { retryAfterMs = 0, message } = readErrorBody(body, given);
      expect(retryAfterMs).toBeGreaterThanOrEqual(0);
      expect(Number.isSafeInteger(retryAfterMs) || retryAfterMs > Number.MAX_SAFE_INTEGER).toBe(true);
      expect(typeof message).toBe('string');
    }),
  );
});
