import { agentErrorCodeSchema, quotaSchema, type AgentErrorCode } from '@bowline/protocol';
import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { CAPACITY_MS, type Outage } from '../availability/model-health.ts';
import { providerOf } from '../providers/model-name.ts';
import { planRecovery, type Failure, type Recovery, type RecoveryContext } from './plan-recovery.ts';
import { defaultRetryPolicy, type FallbackRules } from './retry-policy.ts';

const { attempts, baseMs, maxMs, unknownQuotaMs } = defaultRetryPolicy;
const NOON = Date.parse('2026-07-15T19:00:00Z'); // in California
const HOURS = 3_600_000;

type Facts = Omit<Failure, 'code' | 'retryable'>;
const failed = (code: AgentErrorCode, facts: Facts = {}, retryable = true): Failure => ({
  code,
  retryable: retryable && facts.quota === undefined,
  ...facts,
});
const rules = (fallback: FallbackRules['fallback'], onQuota: FallbackRules['onQuota'] = 'fail'): FallbackRules => ({
  fallback,
  onQuota,
});
/** With random 0.5, a backoff has its nominal length and a server's delay is a tenth longer. */
const context: RecoveryContext = {
  model: 'gemini-2.5-pro',
  failures: 1,
  others: ['gemini-3.5-flash', 'gemini-3.1-flash-lite'],
  policy: defaultRetryPolicy,
  rules: rules('switch'),
  now: NOON,
  random: 0.5,
};
const alone: Partial<RecoveryContext> = { others: [] };
const plan = (failure: Failure, more: Partial<RecoveryContext> = {}): Recovery =>
  planRecovery(failure, { ...context, ...more });

const quota = failed('MODEL_QUOTA');
const busy = failed('MODEL_UNAVAILABLE');
const unreachable = failed('MODEL_UNREACHABLE');
const day = failed('MODEL_QUOTA', { quota: 'day' });
const none = failed('MODEL_QUOTA', { quota: 'none' });
const long = failed('MODEL_QUOTA', { quota: 'long', retryAfter: 600_000 });
const capacity = failed('MODEL_UNAVAILABLE', { quota: 'capacity' });
const missing = failed('MODEL_NOT_FOUND', {}, false);

const refusedMedia = failed('MODEL_BAD_REQUEST', { refused: 'media' }, false);
const refusedPrompt = failed('CONTEXT_OVERFLOW', { refused: 'prompt' }, false);
const refusedPayload = failed('MODEL_BAD_REQUEST', { refused: 'payload' }, false);
const both: Partial<RecoveryContext> = { canSetAside: true, canShorten: true };

const retry = (afterMs: number): Recovery => ({ kind: 'retry', afterMs, attempts: expect.any(Number) as number });
const fallBack = (outage: Outage | null, outageMs: number | null = null): Recovery => ({
  kind: 'fall_back',
  to: 'gemini-3.5-flash',
  outage,
  outageMs,
});
const fail = (outage: Outage | null, outageMs: number | null = null): Recovery => ({ kind: 'fail', outage, outageMs });

describe('planRecovery', () => {
  test.each<[string, Failure, Partial<RecoveryContext>, Recovery]>([
    ['rejected image: leave it out', refusedMedia, both, { kind: 'set_aside' }],
    ['rejected image, but none to leave out: fail', refusedMedia, { canShorten: true }, fail(null)],
    ['too long: summarize', refusedPrompt, both, { kind: 'shorten' }],
    ['too long, but nothing to summarize: fail', refusedPrompt, { canSetAside: true }, fail(null)],
    ['too many bytes: leave an image out', refusedPayload, both, { kind: 'set_aside' }],
    ['too many bytes, but no image: summarize', refusedPayload, { canShorten: true }, { kind: 'shorten' }],
    ['too many bytes, but nothing to leave out: fail', refusedPayload, {}, fail(null)],
    ['too long: fail, even with other models', refusedPrompt, { failures: 1 }, fail(null)],
    ['busy: retry', busy, {}, retry(1000)],
    ['busy again: wait twice as long', busy, { failures: 2 }, retry(2000)],
    ['busy too often: next model', busy, { failures: attempts.busyInChain }, fallBack(null)],
    ['busy, no other model: keep retrying', busy, { ...alone, failures: attempts.busyInChain }, retry(4000)],
    ['busy, no fallback allowed: keep retrying', busy, { rules: rules('never'), failures: 3 }, retry(4000)],
    ['busy too often, no other model: fail', busy, { ...alone, failures: attempts.busy }, fail(null)],
    ['busy is not quota: do not wait', busy, { ...alone, failures: 8, rules: rules('switch', 'wait') }, fail(null)],
    ['quota per minute: retry after the given delay', failed('MODEL_QUOTA', { retryAfter: 20_000 }), {}, retry(22_000)],
    ['quota with a delay of 0: retry as without one', failed('MODEL_QUOTA', { retryAfter: 0 }), {}, retry(1000)],
    [
      'quota with a delay of 0, waiting allowed: wait',
      failed('MODEL_QUOTA', { retryAfter: 0 }),
      { ...alone, failures: attempts.busy, rules: rules('switch', 'wait') },
      { kind: 'wait', afterMs: unknownQuotaMs, outage: 'quota' },
    ],
    ['quota too often: next model', quota, { failures: attempts.busyInChain }, fallBack(null)],
    ['quota too often, no other model: fail', quota, { ...alone, failures: attempts.busy }, fail(null)],
    [
      'quota too often, no other model, waiting allowed: wait',
      quota,
      { ...alone, failures: attempts.busy, rules: rules('switch', 'wait') },
      { kind: 'wait', afterMs: unknownQuotaMs, outage: 'quota' },
    ],
    ['daily quota: next model at once', day, {}, fallBack('quota', 12 * HOURS)],
    ['daily quota, no other model: fail', day, alone, fail('quota', 12 * HOURS)],
    [
      'daily quota, no other model, waiting allowed: wait until midnight',
      day,
      { ...alone, rules: rules('switch', 'wait') },
      { kind: 'wait', afterMs: 12 * HOURS, outage: 'quota' },
    ],
    [
      'other models that are not allowed: as without them',
      day,
      { rules: rules('never', 'wait') },
      { kind: 'wait', afterMs: 12 * HOURS, outage: 'quota' },
    ],
    ['other models before waiting', day, { rules: rules('switch', 'wait') }, fallBack('quota', 12 * HOURS)],
    ['long quota: next model at once', long, {}, fallBack('quota', 600_000)],
    [
      'long quota, waiting allowed: wait for the given delay',
      long,
      { ...alone, rules: rules('switch', 'wait') },
      { kind: 'wait', afterMs: 600_000, outage: 'quota' },
    ],
    ['no quota: next model at once', none, {}, fallBack('quota')],
    [
      'no quota, no other model: fail without waiting',
      none,
      { ...alone, rules: rules('switch', 'wait') },
      fail('quota'),
    ],
    ['no capacity: retry, although not retryable', capacity, {}, retry(1000)],
    ['no capacity too often: next model', capacity, { failures: attempts.capacity }, fallBack('capacity', CAPACITY_MS)],
    ['no capacity too often, no other model: fail', capacity, { ...alone, failures: 3 }, fail('capacity', CAPACITY_MS)],
    [
      'no capacity too often, waiting allowed: wait',
      capacity,
      { ...alone, failures: attempts.capacity, rules: rules('switch', 'wait') },
      { kind: 'wait', afterMs: CAPACITY_MS, outage: 'capacity' },
    ],
    ['unreachable: retry', unreachable, {}, retry(1000)],
    ['unreachable too often: no model of the same provider', unreachable, { failures: 4 }, fail(null)],
    [
      'unreachable too often: another provider',
      unreachable,
      { failures: attempts.unreachable, others: ['gemini-3.5-flash', 'openai/gpt-5'] },
      { kind: 'fall_back', to: 'openai/gpt-5', outage: null, outageMs: null },
    ],
    [
      'unreachable too often: Gemini at another provider',
      unreachable,
      {
        failures: attempts.unreachable,
        model: 'vertex/gemini-2.5-pro',
        others: ['vertex/gemini-3.5-flash', 'gemini-3.5-flash'],
      },
      fallBack(null),
    ],
    [
      'unreachable permanently, such as a proxy that rejects: fail',
      failed('MODEL_UNREACHABLE', {}, false),
      {},
      fail(null),
    ],
    ['timeout: retry', failed('MODEL_TIMEOUT'), {}, retry(1000)],
    ['timeout too often: next model', failed('MODEL_TIMEOUT'), { failures: attempts.timeout }, fallBack(null)],
    ['malformed: retry', failed('MODEL_INVALID_ANSWER'), { failures: 3 }, retry(4000)],
    [
      'malformed too often: fall back to the next model',
      failed('MODEL_INVALID_ANSWER'),
      { failures: attempts.invalid },
      fallBack(null),
    ],
    ['last try: next model at once', busy, { isLastTry: true }, fallBack(null)],
    ['last try, no other model: fail', busy, { ...alone, isLastTry: true }, fail(null)],
    [
      'last try, out of quota, waiting allowed: wait',
      quota,
      { ...alone, isLastTry: true, rules: rules('switch', 'wait') },
      { kind: 'wait', afterMs: unknownQuotaMs, outage: 'quota' },
    ],
    ['last try, no capacity: next model', capacity, { isLastTry: true }, fallBack('capacity', CAPACITY_MS)],
    ['missing: next model at once', missing, {}, fallBack('missing')],
    [
      'missing, no other model: fail, even if waiting is allowed',
      missing,
      { ...alone, rules: rules('switch', 'wait') },
      fail('missing'),
    ],
    ['missing, no fallback allowed: fail', missing, { rules: rules('never') }, fail('missing')],
    ['bad request: fail, no other model', failed('MODEL_BAD_REQUEST', {}, false), {}, fail(null)],
    ['bad key: fail, no other model', failed('MODEL_AUTH', {}, false), {}, fail(null)],
    ['forbidden: fail, the user must act', failed('MODEL_FORBIDDEN', {}, false), {}, fail(null)],
    ['internal error: fail, no retry', failed('INTERNAL', {}, false), {}, fail(null)],
  ])('%s', (...[, failure, more, recovery]) => {
    expect(plan(failure, more)).toEqual(recovery);
  });

  test.each<[string, Failure, Outage | null, number | null, number | undefined]>([
    ['daily quota', day, 'quota', 12 * HOURS, 12 * HOURS],
    ['long quota', long, 'quota', 600_000, 600_000],
    ['no quota, without an option to wait', none, 'quota', null, undefined],
    ['no capacity', capacity, 'capacity', CAPACITY_MS, undefined],
    ['missing', missing, 'missing', null, undefined],
    ['busy too often', busy, null, null, undefined],
  ])('asks the user if the rules say so: %s', (...[, failure, outage, outageMs, waitMs]) => {
    const recovery = plan(failure, { failures: attempts.busyInChain, rules: rules('ask', 'wait') });
    expect(recovery).toStrictEqual({ kind: 'ask', to: 'gemini-3.5-flash', outage, outageMs, waitMs });
  });

  test('does not ask if there is no choice', () => {
    expect(plan(day, { ...alone, rules: rules('ask') })).toEqual(fail('quota', 12 * HOURS));
    expect(plan(busy, { rules: rules('ask') })).toEqual(retry(1000));
  });

  /** Google also sends RetryInfo with a daily quota: a delay of seconds, after which the quota is still used up. */
  test('waits until midnight for a daily quota, even if the server asks for seconds', () => {
    const real = failed('MODEL_QUOTA', { quota: 'day', retryAfter: 58_822 });
    expect(plan(real, { ...alone, rules: rules('switch', 'wait') })).toMatchObject({ afterMs: 12 * HOURS });
    expect(plan(real)).toEqual(fallBack('quota', 12 * HOURS));
  });

  test('never retries after more than the longest retry delay', () => {
    const overloaded = (retryAfter: number): Failure => failed('MODEL_UNAVAILABLE', { quota: 'capacity', retryAfter });
    expect(plan(overloaded(360_000), { random: 0 })).toEqual(retry(360_000));
    expect(plan(overloaded(360_001), { random: 0 })).toEqual(fallBack('capacity', 360_001));
    expect(plan(overloaded(3 * HOURS), alone)).toEqual(fail('capacity', 3 * HOURS));
  });
});

const randoms = fc.double({ min: 0, max: 1, noNaN: true });
const contexts = fc.record({
  model: fc.constantFrom('gemini-2.5-pro', 'vertex/a', 'openai/a'),
  failures: fc.integer({ min: 1, max: 12 }),
  isLastTry: fc.boolean(),
  others: fc.subarray(['gemini-3.5-flash', 'vertex/b', 'openai/b']),
  policy: fc.constant(defaultRetryPolicy),
  rules: fc.record({
    fallback: fc.constantFrom<FallbackRules['fallback']>('switch', 'ask', 'never'),
    onQuota: fc.constantFrom<FallbackRules['onQuota']>('wait', 'fail'),
  }),
  now: fc.integer({ min: Date.parse('2020-01-01'), max: Date.parse('2040-01-01') }),
  random: randoms,
});
const failures: fc.Arbitrary<Failure> = fc.record(
  {
    code: fc.constantFrom(...agentErrorCodeSchema.options),
    retryable: fc.boolean(),
    quota: fc.constantFrom(...quotaSchema.options),
    retryAfter: fc.nat(3_600_000),
  },
  { requiredKeys: ['code', 'retryable'] },
);

describe('the delay before a retry', () => {
  test('is the one that the server asked for, plus at most a fifth', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 300_000 }),
        randoms,
        fc.integer({ min: 1, max: 7 }),
        (retryAfter, random, count) => {
          const recovery = plan(failed('MODEL_QUOTA', { retryAfter }), { ...alone, random, failures: count });
          const afterMs = recovery.kind === 'retry' ? recovery.afterMs : Number.NaN;
          expect(afterMs).toBeGreaterThanOrEqual(retryAfter);
          expect(afterMs).toBeLessThanOrEqual(Math.ceil(retryAfter * 1.2));
        },
      ),
    );
  });

  test('doubles up to a cap, with a jitter of at most three tenths', () => {
    fc.assert(
      fc.property(randoms, fc.integer({ min: 1, max: attempts.busy - 1 }), (random, count) => {
        const recovery = plan(busy, { ...alone, random, failures: count });
        const afterMs = recovery.kind === 'retry' ? recovery.afterMs : Number.NaN;
        const middle = Math.min(maxMs, baseMs * 2 ** (count - 1));
        expect(afterMs).toBeGreaterThanOrEqual(Math.floor(middle * 0.7));
        expect(afterMs).toBeLessThanOrEqual(Math.ceil(middle * 1.3));
      }),
    );
  });

  test.each([
    [1, 0, 700],
    [1, 1, 1300],
    [5, 0.5, 16_000],
    [6, 0.5, 30_000],
    [7, 1, 39_000],
  ])('after %i failures with random %d is %i ms', (count, random, afterMs) => {
    expect(plan(busy, { ...alone, random, failures: count })).toEqual(retry(afterMs));
  });
});

describe('for any failure and context, planRecovery', () => {
  test('stops retrying a model eventually', () => {
    const most = Math.max(...Object.values(attempts));
    fc.assert(
      fc.property(failures, contexts, (failure, given) => {
        const kinds = Array.from({ length: most }, (_, n) => planRecovery(failure, { ...given, failures: n + 1 }).kind);
        const end = kinds.findIndex((kind) => kind !== 'retry');
        expect(end).not.toBe(-1);
        expect(kinds.slice(end)).not.toContain('retry');
      }),
      { numRuns: 500 },
    );
  });

  test('follows the rules and uses only available models', () => {
    fc.assert(
      fc.property(failures, contexts, (failure, given) => {
        const recovery = planRecovery(failure, given);
        expect(planRecovery(failure, given)).toEqual(recovery);
        if (recovery.kind === 'retry') {
          expect(given.isLastTry).toBe(false);
          expect(recovery.afterMs).toBeLessThanOrEqual(360_000);
        }
        if ('outageMs' in recovery && recovery.outageMs !== null) {
          expect(recovery.outageMs).toBeGreaterThan(0);
          expect(['quota', 'capacity']).toContain(recovery.outage);
        }
        if (recovery.kind === 'fall_back' || recovery.kind === 'ask') {
          expect(given.rules.fallback).toBe(recovery.kind === 'ask' ? 'ask' : 'switch');
          if (recovery.to !== undefined) expect(given.others).toContain(recovery.to);
          else expect(recovery.kind === 'ask' && recovery.waitMs !== undefined).toBe(true);
          if (failure.code === 'MODEL_UNREACHABLE')
            expect(providerOf(recovery.to ?? '')).not.toBe(providerOf(given.model));
        }
        if (recovery.kind === 'wait') {
          expect(given.rules.onQuota).toBe('wait');
          expect(failure.quota).not.toBe('none');
          expect(recovery.afterMs).toBeGreaterThan(0);
        }
      }),
      { numRuns: 1000 },
    );
  });
});

test('a retry says how many requests there are in all', () => {
  expect(plan(unreachable)).toMatchObject({ kind: 'retry', attempts: attempts.unreachable });
  expect(plan(busy, alone)).toMatchObject({ attempts: attempts.busy });
});

describe('a quota that comes back, with a user to ask', () => {
  const asked = { ...alone, rules: rules('ask', 'wait') };

  test('is asked about, with a cheaper model or with none', () => {
    expect(plan(long, { ...asked, cheaper: 'small' })).toMatchObject({ kind: 'ask', to: 'small', waitMs: 600_000 });
    expect(plan(long, asked)).toMatchObject({ kind: 'ask', to: undefined, waitMs: 600_000 });
    expect(plan(long, { rules: rules('ask', 'wait'), cheaper: 'small' })).toMatchObject({ to: 'gemini-3.5-flash' });
  });

  test('is waited for or fails as before otherwise', () => {
    expect(plan(long, { ...asked, rules: rules('never', 'wait') })).toMatchObject({ kind: 'wait' });
    expect(plan(long, { ...asked, rules: rules('ask', 'fail') })).toMatchObject({ kind: 'fail' });
    expect(plan(none, { ...asked, cheaper: 'small' })).toMatchObject({ kind: 'fail' });
  });
});
