import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { CAPACITY_MS, ModelHealth, type Outage } from './model-health.ts';

type Act =
  | { readonly kind: 'fail'; readonly model: string; readonly outage: Outage; readonly forMs?: number | null }
  | { readonly kind: 'falter' | 'recover'; readonly model: string }
  | { readonly kind: 'startTurn' | 'reset' }
  | { readonly kind: 'pass'; readonly ms: number };
type Seen = Act & { readonly at: number };

const fail = (outage: Outage, forMs?: number | null): Act => ({
  kind: 'fail',
  model: 'm',
  outage,
  ...(forMs === undefined ? {} : { forMs }),
});
const falter: Act = { kind: 'falter', model: 'm' };
const recover: Act = { kind: 'recover', model: 'm' };
const startTurn: Act = { kind: 'startTurn' };
const reset: Act = { kind: 'reset' };
const pass = (ms: number): Act => ({ kind: 'pass', ms });
const ofOther = (act: Act): Act => ({ ...act, ...('model' in act ? { model: 'n' } : {}) });

/** Performs acts in order, with a clock that only `pass` advances. */
function play(acts: readonly Act[]): { health: ModelHealth; seen: readonly Seen[] } {
  let now = 1000;
  const health = new ModelHealth(() => now);
  const seen: Seen[] = [];
  for (const act of acts) {
    if (act.kind === 'pass') now += act.ms;
    else if (act.kind === 'fail') health.fail(act.model, act.outage, act.forMs);
    else if ('model' in act) health[act.kind](act.model);
    else health[act.kind]();
    seen.push({ ...act, at: now });
  }
  return { health, seen };
}

test.each<[string, readonly Act[], boolean, Outage | undefined]>([
  ['is healthy by default', [], true, undefined],
  ['that faltered may be tried once more', [falter], true, undefined],
  ['that faltered twice may not', [falter, falter], false, undefined],
  ['that faltered may be tried again in the next turn', [falter, falter, startTurn], true, undefined],
  ['has one more try in each turn', [falter, falter, startTurn, falter], true, undefined],
  ['has no second extra try', [falter, falter, startTurn, falter, falter], false, undefined],
  ['that answered is healthy', [falter, falter, recover, falter], true, undefined],
  ['without quota is unavailable', [fail('quota')], false, 'quota'],
  ['without quota stays unavailable', [fail('quota'), startTurn, pass(1e9)], false, 'quota'],
  ['that is missing stays unavailable', [fail('missing'), startTurn, pass(1e9)], false, 'missing'],
  ['that is unavailable does not recover by faltering', [fail('quota'), falter, startTurn], false, 'quota'],
  ['that was unavailable is healthy when it answers', [fail('quota'), recover], true, undefined],
  ['that was unavailable is healthy when requested again', [fail('quota'), reset], true, undefined],
  ['without capacity is avoided at first', [fail('capacity'), pass(CAPACITY_MS - 1)], false, 'capacity'],
  ['without capacity is available again later', [fail('capacity'), pass(CAPACITY_MS)], true, undefined],
  ['without capacity may be so permanently', [fail('capacity', null), pass(1e9)], false, 'capacity'],
  ['is unavailable until the given time', [fail('quota', 50), pass(49)], false, 'quota'],
  ['is available after the given time', [fail('quota', 50), pass(50)], true, undefined],
  ['that is available again has one more try', [falter, fail('quota', 50), pass(50), falter], true, undefined],
  ['that is available again has no second one', [fail('quota', 50), pass(50), falter, falter], false, undefined],
  ['is not affected by failures of others', [ofOther(fail('quota')), ofOther(falter)], true, undefined],
  ['is not affected by recoveries of others', [fail('quota'), ofOther(recover)], false, 'quota'],
])('a model %s', (...[, acts, isAvailable, outage]) => {
  const { health } = play(acts);
  expect(health.isAvailable('m')).toBe(isAvailable);
  expect(health.outageOf('m')?.outage).toBe(outage);
});

test.each<[Act, number | null]>([
  [fail('capacity'), 1000 + CAPACITY_MS],
  [fail('quota'), null],
  [fail('missing'), null],
  [fail('quota', 5), 1005],
])('the outage of %j lasts until %s', (act, until) => {
  expect(play([act]).health.outageOf('m')?.until).toBe(until);
});

test.each<[string, readonly Act[], boolean]>([
  ['is healthy', [], false],
  ['has faltered', [falter], true],
  ['has faltered twice', [falter, falter], true],
  ['has faltered, and answered', [falter, recover], false],
  ['has faltered in the previous turn', [falter, startTurn], false],
  ['is requested again', [falter, reset], false],
  ['is unavailable', [falter, fail('quota')], false],
  ['is available again', [falter, fail('quota', 50), pass(50)], false],
  ['has seen another one falter', [ofOther(falter)], false],
])('a model that %s is on its last try: %s', (_, acts, isOnLastTry) => {
  expect(play(acts).health.isOnLastTry('m')).toBe(isOnLastTry);
});

interface Said {
  readonly isAvailable: boolean;
  readonly isOnLastTry: boolean;
  readonly outage: Outage | undefined;
}

/** Computes the expected state from the history: the last failure, then the falters that count. */
function expectedOf(model: string, seen: readonly Seen[]): Said {
  const now = seen.at(-1)?.at ?? 0;
  const own = seen.filter((act) => !('model' in act) || act.model === model);
  const rest = own.slice(own.findLastIndex(({ kind }) => kind === 'reset' || kind === 'recover') + 1);
  const failure = rest.findLast((act) => act.kind === 'fail');
  const until = failure === undefined ? -1 : failure.at + (failure.forMs ?? Infinity);
  if (failure !== undefined && until > now) return { isAvailable: false, isOnLastTry: false, outage: failure.outage };
  const since = rest.slice(rest.findLastIndex(({ kind }) => kind === 'startTurn' || kind === 'fail') + 1);
  const falters = since.filter(({ kind, at }) => kind === 'falter' && at >= until);
  return { isAvailable: falters.length < 2, isOnLastTry: falters.length > 0, outage: undefined };
}

test('any sequence of acts gives the expected state', () => {
  const own = fc.oneof(
    fc.constantFrom(falter, falter, recover, pass(1), pass(20), startTurn, reset),
    fc
      .tuple(fc.constantFrom<Outage>('quota', 'capacity', 'missing'), fc.constantFrom(null, 5, 20))
      .map(([outage, ms]) => fail(outage, ms)),
  );
  const acts = fc.array(fc.oneof(own, own.map(ofOther)), { maxLength: 30 });
  fc.assert(
    fc.property(acts, (list) => {
      const { health, seen } = play(list);
      for (const model of ['m', 'n']) {
        const [isAvailable, isOnLastTry] = [health.isAvailable(model), health.isOnLastTry(model)];
        const said: Said = { isAvailable, isOnLastTry, outage: health.outageOf(model)?.outage };
        expect(said).toEqual(expectedOf(model, seen));
      }
    }),
    { numRuns: 2000 },
  );
});
