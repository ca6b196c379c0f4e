import { AgentError } from '@bowline/protocol';
import { describe, expect, test } from 'vitest';
import { isCut, isVerdict, toStoreError } from './postgres-error.ts';

/** An error reported by PostgreSQL, as the driver throws it. */
function said(code: string, message = 'said'): Error {
  return Object.assign(new Error(message), { severity: 'ERROR', code });
}

/** A network error, as Node throws it. */
function system(code: string): Error {
  return Object.assign(new Error(`connect ${code}`), { code });
}

describe('isCut and isVerdict classify', () => {
  test.each<[string, Error, { cut: boolean; verdict: boolean }]>([
    ['a refusal', said('23505'), { cut: false, verdict: true }],
    ['a full disk', said('53100'), { cut: false, verdict: true }],
    ['a deadlock', said('40P01'), { cut: false, verdict: true }],
    ['a shutdown', said('57P01'), { cut: true, verdict: false }],
    ['a crash of another backend', said('57P02'), { cut: true, verdict: false }],
    ['a start', said('57P03'), { cut: true, verdict: false }],
    ['a broken connection', said('08006'), { cut: true, verdict: false }],
    ['too many connections', said('53300'), { cut: true, verdict: false }],
    ['a standby', said('25006'), { cut: true, verdict: false }],
    ['a refused connection', system('ECONNREFUSED'), { cut: true, verdict: false }],
    ['a broken pipe, whose code looks like one of PostgreSQL', system('EPIPE'), { cut: true, verdict: false }],
    ['the end of a connection', new Error('Connection terminated unexpectedly'), { cut: true, verdict: false }],
    ['a silent server', new Error('Query read timeout'), { cut: true, verdict: false }],
    ['a mistake of ours', new TypeError('x is not a function'), { cut: false, verdict: false }],
    ['an error of ours', new AgentError('LOG_MOVED', 'connection terminated'), { cut: false, verdict: false }],
  ])('%s', (_name, error, { cut, verdict }) => {
    expect([isCut(error), isVerdict(error)]).toEqual([cut, verdict]);
  });
});

describe('toStoreError', () => {
  test.each<[string, Error, object]>([
    ['a full disk', said('53100'), { code: 'STORE_FULL', retryable: true }],
    ['a NUL', said('22021'), { code: 'RECORD_INVALID', retryable: false }],
    ['a table that is missing', said('42P01'), { code: 'STORE_FAILED', hint: 'Migrate the database first' }],
    ['a wrong password', said('28P01'), { code: 'STORE_FAILED', hint: /password/ }],
    [
      'a database that is away',
      system('ECONNREFUSED'),
      { code: 'STORE_FAILED', hint: /PostgreSQL is running/, retryable: true },
    ],
    ['anything else', said('XX000'), { code: 'STORE_FAILED', hint: /log/ }],
  ])('converts %s', (_name, error, expected) => {
    const { code, hint = '', retryable } = toStoreError(error, 'session s');
    const wanted = expected as { code: string; hint?: string | RegExp; retryable?: boolean };
    expect(code).toBe(wanted.code);
    if (wanted.hint !== undefined) expect(hint).toMatch(wanted.hint);
    if (wanted.retryable !== undefined) expect(retryable).toBe(wanted.retryable);
  });

  test('passes our own errors through unchanged', () => {
    const error = new AgentError('SESSION_FENCED', 'taken over');
    expect(toStoreError(error, 'x')).toBe(error);
  });

  test('describes an error with an empty message, as Node throws for a host with two addresses', () => {
    const error = Object.assign(new AggregateError([], ''), { code: 'ECONNREFUSED' });
    expect(toStoreError(error, 'list sessions').message).toBe('Cannot list sessions: ECONNREFUSED');
  });
});
