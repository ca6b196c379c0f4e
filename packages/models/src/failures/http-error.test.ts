import type { AgentErrorCode } from '@bowline/protocol';
import { describe, expect, test } from 'vitest';
import { toHttpError, type HttpFailure } from './http-error.ts';
import { mediaPrint } from './named-media.ts';
import type { Quota, RefusedInput } from '@bowline/protocol';

const RPC = 'type.googleapis.com/google.rpc';
const METRIC = 'generativelanguage.googleapis.com/generate_content_free_tier_requests';

/** A response of Google's servers with the exceeded quotas and the retry delay. */
const googleQuota = ({
  quotaId = 'GenerateRequestsPerMinutePerProjectPerModel-FreeTier',
  quotaValue,
  retryDelay,
  limit = 5,
}: {
  quotaId?: string;
  quotaValue?: string;
  retryDelay?: string;
  limit?: number;
}): string =>
  JSON.stringify({
    error: {
      code: 429,
      message: `You exceeded your current quota. \n* Quota exceeded for metric: ${METRIC}, limit: ${limit}, model: gemini-2.5-pro`,
      status: 'RESOURCE_EXHAUSTED',
      details: [
        { '@type': `${RPC}.Help`, links: [{ description: 'Learn more', url: 'https://ai.google.dev' }] },
        {
          '@type': `${RPC}.QuotaFailure`,
          violations: [
            {
              quotaMetric: METRIC,
              quotaId,
              quotaDimensions: { location: 'global' },
              ...(quotaValue === undefined ? {} : { quotaValue }),
            },
          ],
        },
        ...(retryDelay === undefined ? [] : [{ '@type': `${RPC}.RetryInfo`, retryDelay }]),
      ],
    },
  });
const googleInfo = (code: number, message: string, reason: string): string =>
  JSON.stringify({
    error: {
      code,
      message,
      status: 'X',
      details: [{ '@type': `${RPC}.ErrorInfo`, reason, domain: 'googleapis.com', metadata: { service: 'x' } }],
    },
  });
const said = (code: number, message: string): string =>
  JSON.stringify({ error: { code, message, status: 'INVALID_ARGUMENT' } });
const openai = (message: string, type: string, code: string | null): string =>
  JSON.stringify({ error: { message, type, param: null, code } });
const anthropic = (type: string, message: string): string =>
  JSON.stringify({ type: 'error', error: { type, message }, request_id: 'req_1' });

const PER_DAY = 'GenerateRequestsPerDayPerProjectPerModel-FreeTier';

type Case = Omit<HttpFailure, 'model'>;
interface Meaning {
  readonly code: AgentErrorCode;
  readonly retryable: boolean;
  readonly retryAfter?: number;
  readonly quota?: Quota;
  readonly refused?: RefusedInput;
  readonly media?: string;
  readonly mimeType?: string;
}

function meaningOf(failure: Case): Meaning {
  const { code, facts } = toHttpError({ model: 'm', ...failure });
  const { hint: _, retryable = false, details = {}, ...known } = facts;
  const { status, ...rest } = details;
  expect(status).toBe(failure.status);
  return { code, retryable, ...known, ...rest } as Meaning;
}

describe('an error of Google for', () => {
  test.each<[string, Case, Meaning]>([
    [
      'a quota per minute',
      { status: 429, body: googleQuota({ retryDelay: '34.07s', quotaValue: '5' }) },
      { code: 'MODEL_QUOTA', retryable: true, retryAfter: 34_070 },
    ],
    [
      'a daily quota',
      { status: 429, body: googleQuota({ quotaId: PER_DAY, quotaValue: '20' }) },
      { code: 'MODEL_QUOTA', retryable: false, quota: 'day' },
    ],
    [
      'a daily quota, with a delay that does not help',
      { status: 429, body: googleQuota({ quotaId: PER_DAY, quotaValue: '20', retryDelay: '58.8s' }) },
      { code: 'MODEL_QUOTA', retryable: false, quota: 'day', retryAfter: 58_800 },
    ],
    [
      'no quota',
      { status: 429, body: googleQuota({ quotaId: PER_DAY, quotaValue: '0', retryDelay: '10s' }) },
      { code: 'MODEL_QUOTA', retryable: false, quota: 'none', retryAfter: 10_000 },
    ],
    [
      'a delay that is too long for a retry',
      { status: 429, body: googleQuota({ retryDelay: '301s' }) },
      { code: 'MODEL_QUOTA', retryable: false, quota: 'long', retryAfter: 301_000 },
    ],
    [
      'a delay that is just short enough',
      { status: 429, body: googleQuota({ retryDelay: '300s' }) },
      { code: 'MODEL_QUOTA', retryable: true, retryAfter: 300_000 },
    ],
    [
      'no room',
      { status: 429, body: googleInfo(429, 'No capacity available for model', 'MODEL_CAPACITY_EXHAUSTED') },
      { code: 'MODEL_QUOTA', retryable: false, quota: 'capacity' },
    ],
    [
      'no capacity, reported as unavailable',
      { status: 503, body: googleInfo(503, 'No capacity available for model', 'MODEL_CAPACITY_EXHAUSTED') },
      { code: 'MODEL_UNAVAILABLE', retryable: false, quota: 'capacity' },
    ],
    [
      'overloaded',
      { status: 503, body: '{"error":{"code":503,"message":"The model is overloaded.","status":"UNAVAILABLE"}}' },
      { code: 'MODEL_UNAVAILABLE', retryable: true },
    ],
    [
      'a bad key, which Google reports as a bad request',
      { status: 400, body: googleInfo(400, 'API key not valid. Please pass a valid API key.', 'API_KEY_INVALID') },
      { code: 'MODEL_AUTH', retryable: false },
    ],
    [
      'an API that is not enabled',
      { status: 403, body: googleInfo(403, 'Generative Language API has not been used', 'SERVICE_DISABLED') },
      { code: 'MODEL_FORBIDDEN', retryable: false },
    ],
    [
      'a prompt that is too long',
      { status: 400, body: said(400, 'The input token count (9) exceeds the maximum number of tokens allowed (8).') },
      { code: 'CONTEXT_OVERFLOW', retryable: false, refused: 'prompt' },
    ],
    [
      'an unsupported file type',
      { status: 400, body: said(400, 'Unsupported MIME type: image/bmp') },
      { code: 'MODEL_BAD_REQUEST', retryable: false, refused: 'media', mimeType: 'image/bmp' },
    ],
    [
      'a linked file that was deleted',
      { status: 403, body: said(403, 'You do not have permission to access the File abc or it may not exist.') },
      { code: 'MODEL_BAD_REQUEST', retryable: false, refused: 'media' },
    ],
    [
      'a body in an array, as in a stream without SSE',
      { status: 404, body: '[{"error":{"code":404,"message":"models/x is not found","status":"NOT_FOUND"}}]' },
      { code: 'MODEL_NOT_FOUND', retryable: false },
    ],
  ])('%s', (_, failure, meaning) => {
    expect(meaningOf(failure)).toEqual(meaning);
  });

  /** Protocol buffers omit a zero in JSON: only the message has it (gemini-cli#8437, continue#9570). */
  test('no quota, in the actual format', () => {
    const body = googleQuota({ quotaId: PER_DAY, limit: 0, retryDelay: '45.578569677s' });
    expect(meaningOf({ status: 429, body })).toMatchObject({ quota: 'none' });
  });
});

describe('an error of OpenAI for', () => {
  const limited = openai('Rate limit reached for gpt-5', 'tokens', 'rate_limit_exceeded');
  test.each<[string, Case, Meaning]>([
    [
      'no credit',
      { status: 429, body: openai('You exceeded your current quota', 'insufficient_quota', 'insufficient_quota') },
      { code: 'MODEL_QUOTA', retryable: false, quota: 'none' },
    ],
    [
      'a rate limit in milliseconds',
      { status: 429, body: limited, headers: { 'retry-after-ms': '1340', 'retry-after': '2' } },
      { code: 'MODEL_QUOTA', retryable: true, retryAfter: 1340 },
    ],
    [
      'a rate limit in seconds',
      { status: 429, body: limited, headers: { 'retry-after': '2' } },
      { code: 'MODEL_QUOTA', retryable: true, retryAfter: 2000 },
    ],
    [
      'a daily limit in seconds',
      { status: 429, body: limited, headers: { 'retry-after': '432' } },
      { code: 'MODEL_QUOTA', retryable: false, retryAfter: 432_000, quota: 'long' },
    ],
    [
      'a missing model',
      { status: 404, body: openai('The model `gpt-55` does not exist', 'invalid_request_error', 'model_not_found') },
      { code: 'MODEL_NOT_FOUND', retryable: false },
    ],
    [
      'a bad key',
      { status: 401, body: openai('Incorrect API key provided: sk-x', 'invalid_request_error', 'invalid_api_key') },
      { code: 'MODEL_AUTH', retryable: false },
    ],
    [
      'a prompt that is too long',
      { status: 400, body: openai('maximum context length', 'invalid_request_error', 'context_length_exceeded') },
      { code: 'CONTEXT_OVERFLOW', retryable: false, refused: 'prompt' },
    ],
    [
      'a server error',
      { status: 500, body: openai('The server had an error', 'server_error', null) },
      { code: 'MODEL_UNAVAILABLE', retryable: true },
    ],
  ])('%s', (_, failure, meaning) => {
    expect(meaningOf(failure)).toEqual(meaning);
  });
});

describe('an error of Anthropic for', () => {
  test.each<[string, Case, Meaning]>([
    [
      'no room',
      { status: 529, body: anthropic('overloaded_error', 'Overloaded') },
      { code: 'MODEL_UNAVAILABLE', retryable: true },
    ],
    [
      'a limit',
      { status: 429, body: anthropic('rate_limit_error', 'rate limit'), headers: { 'retry-after': '12' } },
      { code: 'MODEL_QUOTA', retryable: true, retryAfter: 12_000 },
    ],
    [
      'a bad key',
      { status: 401, body: anthropic('authentication_error', 'invalid x-api-key') },
      { code: 'MODEL_AUTH', retryable: false },
    ],
    [
      'no credit',
      { status: 402, body: anthropic('billing_error', 'x') },
      { code: 'MODEL_QUOTA', retryable: false, quota: 'none' },
    ],
    [
      'not there',
      { status: 404, body: anthropic('not_found_error', 'model: x') },
      { code: 'MODEL_NOT_FOUND', retryable: false },
    ],
    [
      'too large',
      { status: 413, body: anthropic('request_too_large', 'x') },
      { code: 'MODEL_BAD_REQUEST', retryable: false, refused: 'payload' },
    ],
    [
      'a prompt that is too long',
      { status: 400, body: anthropic('invalid_request_error', 'prompt is too long: 9 tokens > 8 maximum') },
      { code: 'CONTEXT_OVERFLOW', retryable: false, refused: 'prompt' },
    ],
    [
      'an image, by its position in the request',
      {
        status: 400,
        body: anthropic(
          'invalid_request_error',
          'messages.0.content.0.image.source.base64: image exceeds 5 MB maximum',
        ),
        sent: { messages: [{ content: [{ type: 'image', source: { type: 'base64', data: 'PICTURE' } }] }] },
      },
      { code: 'MODEL_BAD_REQUEST', retryable: false, refused: 'media', media: mediaPrint('PICTURE') },
    ],
  ])('%s', (_, failure, meaning) => {
    expect(meaningOf(failure)).toEqual(meaning);
  });
});

describe('an error of any provider', () => {
  test.each<[number, AgentErrorCode, boolean]>([
    [302, 'MODEL_BAD_REQUEST', false],
    [405, 'MODEL_BAD_REQUEST', false],
    [408, 'MODEL_TIMEOUT', true],
    [422, 'MODEL_BAD_REQUEST', false],
    [499, 'MODEL_UNAVAILABLE', true],
    [500, 'MODEL_UNAVAILABLE', true],
    [502, 'MODEL_UNAVAILABLE', true],
    [504, 'MODEL_UNAVAILABLE', true],
  ])('with HTTP %i and an HTML page', (status, code, retryable) => {
    const html = `<html>${'<p>x</p>'.repeat(1000)}</html>`;
    const error = toHttpError({ model: 'm', status, body: html });
    expect(error).toMatchObject({ code, retryable, details: { status } });
    expect(error.message).toMatch(/^m: <html>/);
    expect(error.message.length).toBeLessThan(600);
  });

  test('without a body is classified by its status', () => {
    expect(toHttpError({ model: 'm', status: 503, body: '' }).message).toBe('m: HTTP 503');
  });

  test.each<[Case, RegExp]>([
    [{ status: 429, body: '' }, /Wait, or choose another model/],
    [{ status: 429, body: googleQuota({ quotaId: PER_DAY }) }, /tomorrow/],
    [{ status: 429, body: googleQuota({ quotaValue: '0' }) }, /no quota for the model/],
    [{ status: 429, body: '', headers: { 'retry-after': '999' } }, /for a while/],
    [{ status: 429, body: googleInfo(429, 'x', 'MODEL_CAPACITY_EXHAUSTED') }, /overloaded/],
    [{ status: 400, body: googleInfo(400, 'x', 'API_KEY_INVALID') }, /key was rejected/],
    [{ status: 404, body: '' }, /bowline models/],
  ])('has a hint: %#', (failure, hint) => {
    expect(toHttpError({ model: 'm', ...failure }).hint).toMatch(hint);
  });

  test.each([408, 500, 502, 504, 529])('with HTTP %i and a delay of an hour is not retried', (status) => {
    expect(meaningOf({ status, body: '', headers: { 'retry-after': '3600' } })).toMatchObject({ retryable: false });
  });
});
