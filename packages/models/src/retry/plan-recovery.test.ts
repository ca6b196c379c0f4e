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
/** With half of a chance, backoff is as long as its name says and a server's wait a tenth longer. */
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

const retry = (afterMs: number): Recovery => ({ kind: 'retry', afterMs });
const fallBack = (outage: Outage | null, outageMs: number | null = null): Recovery => ({
  kind: 'fall_back',
  to: 'gemini-3.5-flash',
  outage,
  outageMs,
});
const fail = (outage: Outage | null, outageMs: number | null = null): Recovery => ({ kind: 'fail', outage, outageMs });

describe('what to do about a failure', () => {
  test.each<[string, Failure, Partial<RecoveryContext>, Recovery]>([
    ['a picture that is not taken: without it', refusedMedia, both, { kind: 'set_aside' }],
    ['a picture that is not taken, and none to leave out: fail', refusedMedia, { canShorten: true }, fail(null)],
    ['too long: a summary', refusedPrompt, both, { kind: 'shorten' }],
    ['too long, and nothing to summarize: fail', refusedPrompt, { canSetAside: true }, fail(null)],
    ['too many bytes: without a picture', refusedPayload, both, { kind: 'set_aside' }],
    ['too many bytes, and no picture: a summary', refusedPayload, { canShorten: true }, { kind: 'shorten' }],
    ['too many bytes, and nothing to leave out: fail', refusedPayload, {}, fail(null)],
    ['too long: fail, even with other models', refusedPrompt, { failures: 1 }, fail(null)],
    ['busy: try again', busy, {}, retry(1000)],
    ['busy again: wait twice as long', busy, { failures: 2 }, retry(2000)],
    ['busy too often: the next model', busy, { failures: attempts.busyInChain }, fallBack(null)],
    ['busy, and no other: go on trying', busy, { ...alone, failures: attempts.busyInChain }, retry(4000)],
    ['busy, and no other allowed: go on trying', busy, { rules: rules('never'), failures: 3 }, retry(4000)],
    ['busy too often, and no other: fail', busy, { ...alone, failures: attempts.busy }, fail(null)],
    ['busy is not quota: no wait', busy, { ...alone, failures: 8, rules: rules('switch', 'wait') }, fail(null)],
    ['quota of a minute: try again when told', failed('MODEL_QUOTA', { retryAfter: 20_000 }), {}, retry(22_000)],
    ['quota of no time: as if nothing was told', failed('MODEL_QUOTA', { retryAfter: 0 }), {}, retry(1000)],
    [
      'quota of no time, and we may wait: for a while',
      failed('MODEL_QUOTA', { retryAfter: 0 }),
      { ...alone, failures: attempts.busy, rules: rules('switch', 'wait') },
      { kind: 'wait', afterMs: unknownQuotaMs, outage: 'quota' },
    ],
    ['quota too often: the next model', quota, { failures: attempts.busyInChain }, fallBack(null)],
    ['quota too often, and no other: fail', quota, { ...alone, failures: attempts.busy }, fail(null)],
    [
      'quota too often, no other, and we may wait',
      quota,
      { ...alone, failures: attempts.busy, rules: rules('switch', 'wait') },
      { kind: 'wait', afterMs: unknownQuotaMs, outage: 'quota' },
    ],
    ['quota of the day: the next model at once', day, {}, fallBack('quota', 12 * HOURS)],
    ['quota of the day, no other: fail', day, alone, fail('quota', 12 * HOURS)],
    [
      'quota of the day, no other, and we may wait: until midnight',
      day,
      { ...alone, rules: rules('switch', 'wait') },
      { kind: 'wait', afterMs: 12 * HOURS, outage: 'quota' },
    ],
    [
      'others that may not be used are none',
      day,
      { rules: rules('never', 'wait') },
      { kind: 'wait', afterMs: 12 * HOURS, outage: 'quota' },
    ],
    ['others come before waiting', day, { rules: rules('switch', 'wait') }, fallBack('quota', 12 * HOURS)],
    ['quota for long: the next model at once', long, {}, fallBack('quota', 600_000)],
    [
      'quota for long, and we may wait: as told',
      long,
      { ...alone, rules: rules('switch', 'wait') },
      { kind: 'wait', afterMs: 600_000, outage: 'quota' },
    ],
    ['no quota at all: the next model at once', none, {}, fallBack('quota')],
    [
      'no quota at all, no other: nothing to wait for',
      none,
      { ...alone, rules: rules('switch', 'wait') },
      fail('quota'),
    ],
    ['no room: try again, although not retryable', capacity, {}, retry(1000)],
    ['no room too often: the next model', capacity, { failures: attempts.capacity }, fallBack('capacity', CAPACITY_MS)],
    ['no room too often, no other: fail', capacity, { ...alone, failures: 3 }, fail('capacity', CAPACITY_MS)],
    [
      'no room too often, and we may wait',
      capacity,
      { ...alone, failures: attempts.capacity, rules: rules('switch', 'wait') },
      { kind: 'wait', afterMs: CAPACITY_MS, outage: 'capacity' },
    ],
    ['unreachable: try again', unreachable, {}, retry(1000)],
    ['unreachable too often: the next of the provider is as far', unreachable, { failures: 4 }, fail(null)],
    [
      'unreachable too often: another provider is not',
      unreachable,
      { failures: attempts.unreachable, others: ['gemini-3.5-flash', 'openai/gpt-5'] },
      { kind: 'fall_back', to: 'openai/gpt-5', outage: null, outageMs: null },
    ],
    [
      'unreachable too often: Gemini elsewhere is another provider',
      unreachable,
      {
        failures: attempts.unreachable,
        model: 'vertex/gemini-2.5-pro',
        others: ['vertex/gemini-3.5-flash', 'gemini-3.5-flash'],
      },
      fallBack(null),
    ],
    [
      'unreachable for good, such as a proxy that refuses: fail',
      failed('MODEL_UNREACHABLE', {}, false),
      {},
      fail(null),
    ],
    ['silent: try again', failed('MODEL_TIMEOUT'), {}, retry(1000)],
    ['silent too often: the next model', failed('MODEL_TIMEOUT'), { failures: attempts.timeout }, fallBack(null)],
    ['malformed: try again', failed('MODEL_INVALID_ANSWER'), { failures: 3 }, retry(4000)],
    [
      'malformed too often: the next model',
      failed('MODEL_INVALID_ANSWER'),
      { failures: attempts.invalid },
      fallBack(null),
    ],
    ['on the last try: the next model at once', busy, { isLastTry: true }, fallBack(null)],
    ['on the last try, and no other: fail', busy, { ...alone, isLastTry: true }, fail(null)],
    [
      'on the last try, out of quota, and we may wait',
      quota,
      { ...alone, isLastTry: true, rules: rules('switch', 'wait') },
      { kind: 'wait', afterMs: unknownQuotaMs, outage: 'quota' },
    ],
    ['on the last try, no room: the next model', capacity, { isLastTry: true }, fallBack('capacity', CAPACITY_MS)],
    ['not there: the next model at once', missing, {}, fallBack('missing')],
    [
      'not there, and no other: fail, also if we may wait',
      missing,
      { ...alone, rules: rules('switch', 'wait') },
      fail('missing'),
    ],
    ['not there, and no other allowed: fail', missing, { rules: rules('never') }, fail('missing')],
    ['a bad request is as bad elsewhere', failed('MODEL_BAD_REQUEST', {}, false), {}, fail(null)],
    ['a bad key is no better elsewhere', failed('MODEL_AUTH', {}, false), {}, fail(null)],
    ['what is forbidden is a matter for people', failed('MODEL_FORBIDDEN', {}, false), {}, fail(null)],
    ['our own failures are not tried again', failed('INTERNAL', {}, false), {}, fail(null)],
  ])('%s', (...[, failure, more, recovery]) => {
    expect(plan(failure, more)).toEqual(recovery);
  });

  test.each<[string, Failure, Outage | null, number | null, number | undefined]>([
    ['quota of the day', day, 'quota', 12 * HOURS, 12 * HOURS],
    ['quota for long', long, 'quota', 600_000, 600_000],
    ['no quota at all, without an offer to wait', none, 'quota', null, undefined],
    ['no room', capacity, 'capacity', CAPACITY_MS, undefined],
    ['not there', missing, 'missing', null, undefined],
    ['busy too often', busy, null, null, undefined],
  ])('a person is asked where one wants to be: %s', (...[, failure, outage, outageMs, waitMs]) => {
    const recovery = plan(failure, { failures: attempts.busyInChain, rules: rules('ask', 'wait') });
    expect(recovery).toStrictEqual({ kind: 'ask', to: 'gemini-3.5-flash', outage, outageMs, waitMs });
  });

  test('does not ask if there is nothing to choose from', () => {
    expect(plan(day, { ...alone, rules: rules('ask') })).toEqual(fail('quota', 12 * HOURS));
    expect(plan(busy, { rules: rules('ask') })).toEqual(retry(1000));
  });

  /** Google sends RetryInfo with a day's quota too: seconds, after which it is as used up as before. */
  test('a day is waited for until midnight, also when the server says seconds', () => {
    const real = failed('MODEL_QUOTA', { quota: 'day', retryAfter: 58_822 });
    expect(plan(real, { ...alone, rules: rules('switch', 'wait') })).toMatchObject({ afterMs: 12 * HOURS });
    expect(plan(real)).toEqual(fallBack('quota', 12 * HOURS));
  });

  test('a retry never takes longer than what counts as a long wait', () => {
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

describe('the pause before a retry', () => {
  test('is what the server asked for, and at most a fifth more', () => {
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

  test('doubles up to a cap, and is off by three tenths at most', () => {
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
  ])('after %i failures, with a chance of %d: %i ms', (count, random, afterMs) => {
    expect(plan(busy, { ...alone, random, failures: count })).toEqual(retry(afterMs));
  });
});

describe('whatever fails, wherever it stands', () => {
  test('no model is asked for ever', () => {
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
          expect(given.others).toContain(recovery.to);
          if (failure.code === 'MODEL_UNREACHABLE') expect(providerOf(recovery.to)).not.toBe(providerOf(given.model));
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
