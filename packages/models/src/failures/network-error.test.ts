import { AgentError } from '@bowline/protocol';
import { describe, expect, test } from 'vitest';
import { toInvalidAnswer, toNetworkError } from './network-error.ts';

const target = { model: 'gemini-2.5-pro', url: 'https://generativelanguage.googleapis.com/v1beta/models/x' };
const host = 'generativelanguage.googleapis.com';

const errno = (code: string, message = `connect ${code} 10.0.0.1:443`): Error =>
  Object.assign(new Error(message), { code });

describe('toNetworkError explains', () => {
  test.each<[string, string]>([
    ['ENOTFOUND', `Cannot resolve ${host}`],
    ['EAI_AGAIN', `Cannot resolve ${host}`],
    ['ECONNREFUSED', `Nothing listens at ${host}`],
    ['ETIMEDOUT', `No route to ${host}`],
    ['ENETUNREACH', `No route to ${host}`],
    ['EHOSTUNREACH', `No route to ${host}`],
    ['ECONNRESET', `Check the network connection to ${host}`],
    ['CERT_HAS_EXPIRED', `Check the network connection to ${host}`],
  ])('%s', (code, hint) => {
    for (const thrown of [errno(code), new TypeError('fetch failed', { cause: errno(code) })]) {
      const error = toNetworkError(thrown, target);
      expect(error).toMatchObject({ code: 'MODEL_UNREACHABLE', retryable: true, cause: thrown });
      expect(error.hint).toContain(hint);
      expect(error.message).toContain(`gemini-2.5-pro: `);
      expect(error.message).toContain(`connect ${code} 10.0.0.1:443`);
    }
  });

  test.each<[string, unknown, string]>([
    ['an error', new Error('socket hang up'), 'socket hang up'],
    [
      'an error with a cause',
      new TypeError('fetch failed', { cause: new Error('other side closed') }),
      'fetch failed (other side closed)',
    ],
    [
      'two addresses that both refuse',
      Object.assign(new AggregateError([errno('ECONNREFUSED')]), { code: 'ECONNREFUSED' }),
      'ECONNREFUSED',
    ],
    ['a string', 'gone', 'gone'],
    ['null', null, 'null'],
  ])('%s', (_, thrown, words) => {
    expect(toNetworkError(thrown, target).message).toBe(`Cannot reach gemini-2.5-pro: ${words}`);
  });

  test('an unusual port', () => {
    const error = toNetworkError(errno('ECONNREFUSED'), { model: 'm', url: 'http://127.0.0.1:11434/v1' });
    expect(error.hint).toContain('Nothing listens at 127.0.0.1:11434');
  });
});

test.each(['http://me:secret@proxy.test:3128', 'https://:secret@proxy.test:3128', 'http://proxy.test:3128'])(
  'behind %s the hint names the proxy, without its password',
  (proxy) => {
    const error = toNetworkError(errno('ECONNREFUSED'), { ...target, proxy });
    expect(error.hint).toContain('the proxy proxy.test:3128 (HTTPS_PROXY)');
    expect(`${error.message} ${error.hint ?? ''}`).not.toContain('secret');
  },
);

test.each(['proxy', 'url'])('a %s that is not a URL is not repeated with its password', (name) => {
  const error = toNetworkError(errno('ECONNREFUSED'), { ...target, [name]: '1me:secret@proxy.test:3128' });
  expect(`${error.message} ${error.hint ?? ''}`).not.toContain('secret');
});

test('an AgentError is returned unchanged', () => {
  const error = new AgentError('MODEL_AUTH', 'no key');
  expect(toNetworkError(error, target)).toBe(error);
});

test('an invalid answer is retryable', () => {
  const cause = new SyntaxError('Unexpected token');
  expect(toInvalidAnswer('m', 'sent a response that is not JSON', cause)).toMatchObject({
    code: 'MODEL_INVALID_ANSWER',
    message: 'm sent a response that is not JSON',
    retryable: true,
    cause,
    hint: expect.stringContaining('Try again') as string,
  });
});
