import type { LogRecord, NewRecord } from '@bowline/log';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { isRefused, nextAction, type NextAction, type TurnInputs } from './next-action.ts';
import { idleTurn, type CallState, type TurnState } from './turn-state.ts';
import { turnFold } from './reduce-turn.ts';

const around = (maxSteps: number, running: Iterable<string> = []): TurnInputs => ({
  running: new Set(running),
  isHostTold: (callId) => callId !== 'of a dead process',
  limits: { maxSteps },
  ceiling: null,
  now: 0,
  fit: () => ({ kind: 'fits' }),
  cut: () => undefined,
  loopDetection: true,
  isLoopAsked: false,
});

const EARLIER = '1969-01-01T00:00:00.000Z';
const LATER = '1971-01-01T00:00:00.000Z';
const hosted = { executor: 'host', key: 'k', hostUntil: LATER } as const;

const open: TurnState = { ...idleTurn, streamId: 's', steps: 1, model: 'm' };
const call = (callId: string, changes: Partial<CallState> = {}): CallState => ({
  callId,
  at: '',
  name: 'write',
  args: {},
  effect: 'write',
  executor: 'local',
  after: [],
  verdict: 'allow',
  inputId: null,
  expiresAt: null,
  outcome: null,
  asked: [],
  attempts: 0,
  blocked: null,
  held: [],
  key: null,
  hostUntil: null,
  isFinished: false,
  ...changes,
});
const asked = { verdict: 'ask', inputId: 'i' } as const;
const answer = (outcome: 'once' | 'session' | 'always' | 'edited' | 'denied'): CallState['outcome'] => ({
  kind: 'confirmation',
  outcome,
  digest: 'd',
});

/** The kind of the next action, and its calls. */
function next(state: TurnState, running: readonly string[] = []): string {
  const action = nextAction(state, around(3, running));
  const ids = 'calls' in action ? action.calls.map(({ callId }) => callId) : [];
  return [action.kind, ...('reason' in action ? [action.reason] : []), ...ids].join(' ');
}

test('a request that was too long for the provider is summarized even if it fits by our own count', () => {
  const state: TurnState = { ...open, isModelOwed: true, overflow: 'refused' };
  const cut = (): { keepFrom: number; through: number } => ({ keepFrom: 3, through: 7 });
  expect(nextAction(state, { ...around(3), cut })).toEqual({ kind: 'summarize', through: 7 });
});

describe('the next action', () => {
  test.each<[string, TurnState, string]>([
    ['is idle without a stream', idleTurn, 'idle'],
    ['calls the model for a message', { ...open, isModelOwed: true }, 'call_model'],
    ['ends the stream if there is nothing new', open, 'end completed'],
    ['ends the stream as decided', { ...open, end: { reason: 'refused' } }, 'end refused'],
    [
      'ends the stream as decided, even after a new message',
      { ...open, end: { reason: 'failed' }, isModelOwed: true },
      'end failed',
    ],
    [
      'drops the compaction if a request was too long and there is nothing to summarize',
      { ...open, isModelOwed: true, overflow: 'refused' },
      'drop_compaction',
    ],
    ['calls the model after a summary was tried', { ...open, isModelOwed: true, overflow: 'tried' }, 'call_model'],
    ['stops at the limit', { ...open, steps: 3, isModelOwed: true }, 'stop_at_limit'],
    ['ends the stream at the limit if there is nothing new', { ...open, steps: 3 }, 'end completed'],
    ['decides undecided calls', { ...open, batch: [call('a', { verdict: null }), call('b')] }, 'decide_tools a'],
    ['runs all allowed calls at once', { ...open, batch: [call('a'), call('b')] }, 'run_tools a b'],
    ['waits for a call that needs approval', { ...open, batch: [call('a', asked)] }, 'await'],
    ['runs calls that need no approval', { ...open, batch: [call('a', asked), call('b')] }, 'run_tools b'],
    ['runs an approved call', { ...open, batch: [call('a', { ...asked, outcome: answer('once') })] }, 'run_tools a'],
    [
      'responds to a denied call',
      { ...open, batch: [call('a', { ...asked, outcome: answer('denied') })] },
      'run_tools a',
    ],
    [
      'responds to a call whose approval expired',
      { ...open, batch: [call('a', { ...asked, outcome: { kind: 'expired' } })] },
      'run_tools a',
    ],
    ['tells the host to run an allowed call', { ...open, batch: [call('a', { executor: 'host' })] }, 'run_tools a'],
    ['waits for a call that the host runs', { ...open, batch: [call('a', hosted)] }, 'await'],
    [
      'expires a call that the host did not answer in time',
      { ...open, batch: [call('a', { ...hosted, hostUntil: EARLIER })] },
      'expire_host a',
    ],
    [
      'tells the host again about a call of a dead process',
      { ...open, batch: [call('of a dead process', hosted)] },
      'run_tools of a dead process',
    ],
    [
      'tells the host to run an approved host call',
      { ...open, batch: [call('a', { ...asked, executor: 'host', outcome: answer('once') })] },
      'run_tools a',
    ],
    [
      'responds to a host call that the user denied',
      { ...open, batch: [call('a', { ...asked, executor: 'host', outcome: answer('denied') })] },
      'run_tools a',
    ],
    [
      'responds to a call denied by a rule without a response',
      { ...open, batch: [call('a', { verdict: 'deny', executor: 'host' })] },
      'run_tools a',
    ],
    ['runs a call before its successors', { ...open, batch: [call('a'), call('b', { after: ['a'] })] }, 'run_tools a'],
    [
      'runs a call after its predecessors',
      { ...open, batch: [call('a', { isFinished: true }), call('b', { after: ['a'] })] },
      'run_tools b',
    ],
    [
      'waits if a call depends on one that needs approval',
      { ...open, batch: [call('a', asked), call('b', { after: ['a'] })] },
      'await',
    ],
    ['recovers a call that a dead process started', { ...open, batch: [call('a', { key: 'k' })] }, 'run_tools a'],
    ['runs calls before ending the stream', { ...open, end: { reason: 'aborted' }, batch: [call('a')] }, 'run_tools a'],
  ])('%s', (_, state, expected) => {
    expect(next(state)).toBe(expected);
  });

  test('does not run a call again that this process already runs', () => {
    const state = { ...open, batch: [call('a', { key: 'k' }), call('b')] };
    expect(next(state, ['a'])).toBe('run_tools b');
    expect(next(state, ['a', 'b'])).toBe('await');
  });

  test('reports the number of steps and the limit when it stops', () => {
    const action = nextAction({ ...open, steps: 4, isModelOwed: true }, around(3));
    expect(action).toEqual({ kind: 'stop_at_limit', limit: 'max_steps', value: 4, max: 3 });
  });

  test.each<[string, boolean, Partial<CallState>]>([
    ['denied by a rule', true, { verdict: 'deny' }],
    ['allowed by a rule', false, { verdict: 'allow' }],
    ['waiting for approval', false, asked],
    ['allowed once', false, { ...asked, outcome: answer('once') }],
    ['allowed for the session', false, { ...asked, outcome: answer('session') }],
    ['always allowed', false, { ...asked, outcome: answer('always') }],
    ['edited', false, { ...asked, outcome: answer('edited') }],
    ['denied by the user', true, { ...asked, outcome: answer('denied') }],
    ['declined', true, { ...asked, outcome: { kind: 'declined' } }],
    ['left unanswered', true, { ...asked, outcome: { kind: 'expired' } }],
    ['answered with something else', true, { ...asked, outcome: { kind: 'text', text: 'yes' } }],
  ])('a call that is %s is denied: %s', (_, refused, changes) => {
    expect(isRefused(call('a', changes))).toBe(refused);
  });
});

const MAX_STEPS = 3;

/** A random turn: each required action is performed in one of several ways, chosen at random, and recorded. */
class RandomTurn {
  readonly records: LogRecord[] = [];
  readonly actions: NextAction[] = [];
  state: TurnState = idleTurn;
  readonly #choices: number[];
  #ids = 0;

  constructor(choices: readonly number[]) {
    this.#choices = [...choices];
  }

  /** Plays until the stream ends, or waits and there are no choices left. */
  play(): void {
    this.#append({ type: 'stream_started', body: {} }, { type: 'user_message', body: { messageId: 'm', content: [] } });
    for (;;) {
      const action = nextAction(this.state, around(MAX_STEPS));
      this.actions.push(action);
      if (action.kind === 'idle' || (action.kind === 'await' && !this.#speakFromOutside())) return;
      this.#perform(action);
    }
  }

  #pick(ways: number): number {
    return (this.#choices.shift() ?? 0) % ways;
  }

  #perform(action: NextAction): void {
    if (action.kind === 'select_model')
      this.#append({ type: 'model_selected', body: { model: 'x', config: {}, strategy: 's' } });
    if (action.kind === 'call_model') this.#answer();
    if (action.kind === 'decide_tools') for (const open_ of action.calls) this.#decide(open_);
    if (action.kind === 'run_tools') this.#run(action.calls);
    if (action.kind === 'stop_at_limit') {
      const { limit, value, max } = action;
      this.#append({ type: 'limit_reached', body: { limit, value, max } });
    }
    if (action.kind === 'end') this.#append({ type: 'stream_ended', body: { reason: action.reason } });
  }

  #answer(): void {
    const way = this.#pick(8);
    if (way === 7) {
      const body = { model: 'x', code: 'X', message: 'x', retryable: false, isFinal: true };
      this.#append({ type: 'model_failed', body });
      return;
    }
    const finishReason = ['STOP', 'MAX_TOKENS', 'SAFETY'][this.#pick(3)] ?? 'STOP';
    const answered: NewRecord = {
      type: 'model_answered',
      body: { messageId: 'm', model: 'x', content: [], finishReason },
    };
    const ids = Array.from({ length: Math.min(way, 4) }, () => `c${(this.#ids += 1)}`);
    this.#append(answered, ...ids.map((callId, n) => this.#request(callId, ids.slice(0, n))));
  }

  #request(callId: string, earlier: readonly string[]): NewRecord {
    const after = earlier.filter(() => this.#pick(3) === 2);
    const executor = this.#pick(4) === 3 ? 'host' : 'local';
    return { type: 'tool_requested', body: { callId, name: 'w', args: {}, effect: 'write', executor, after } };
  }

  #decide({ callId }: CallState): void {
    const verdict = (['allow', 'ask', 'deny'] as const)[this.#pick(3)] ?? 'deny';
    this.#append({ type: 'tool_decided', body: { callId, verdict, findings: [] } });
    if (verdict === 'deny') this.#finish(callId);
    if (verdict !== 'ask') return;
    const asked_ = { title: 't', tool: 'w', args: {}, effect: 'write', digest: 'd', findings: [] } as const;
    const request = { kind: 'confirmation', inputId: `about ${callId}`, callId, ...asked_ } as const;
    this.#append({ type: 'input_requested', body: { request: { ...request, findings: [] } } });
  }

  /** Runs some of the runnable calls, starts others whose process dies, and then a message arrives. */
  #run(calls: readonly CallState[]): void {
    for (const { callId, key, executor } of calls) {
      const host = executor === 'host' ? { host: { name: 'w', args: {}, expiresAt: LATER } } : {};
      if (key === null) this.#append({ type: 'tool_started', body: { callId, key: callId, ...host } });
      if (executor === 'host') continue;
      const way = this.#pick(4);
      if (way === 3 && key === null) continue;
      if (way === 2) this.#append({ type: 'tool_interrupted', body: { callId, name: 'w', reason: 'r' } });
      else this.#finish(callId);
      if (way === 1) this.#append({ type: 'steering_message', body: { messageId: 'm', content: [] } });
    }
  }

  /** An answer, a result from the host, or nothing. */
  #speakFromOutside(): boolean {
    if (this.#choices.length === 0) return false;
    const waiting = this.state.batch.filter(({ isFinished }) => !isFinished);
    const open_ = waiting[this.#pick(waiting.length)];
    if (open_ === undefined) return false;
    if (open_.verdict === 'ask' && open_.outcome === null) this.#resolve(open_);
    else if (open_.executor === 'host') this.#finish(open_.callId);
    return true;
  }

  #resolve({ inputId }: CallState): void {
    const id = inputId ?? '';
    const outcome = (['once', 'edited', 'denied'] as const)[this.#pick(4)];
    if (outcome === undefined) this.#append({ type: 'input_expired', body: { inputId: id, reason: 'r' } });
    else
      this.#append({
        type: 'input_resolved',
        body: { inputId: id, outcome: { kind: 'confirmation', outcome, digest: 'd', args: { n: 1 } } },
      });
  }

  #finish(callId: string): void {
    this.#append({ type: 'tool_finished', body: { callId, name: 'w', content: [], isError: false } });
  }

  #append(...records: readonly NewRecord[]): void {
    for (const record of records) {
      const seq = this.records.length + 1;
      const kept = { ...record, streamId: 's', seq, id: `${seq}`, at: '', hash: '' } as LogRecord;
      this.records.push(kept);
      this.state = turnFold.reduce(this.state, kept);
    }
  }
}

const choices = fc.array(fc.nat(), { maxLength: 80, size: 'max' });
function play(made: readonly number[]): RandomTurn {
  const turn = new RandomTurn(made);
  turn.play();
  return turn;
}
const decide = (state: TurnState): NextAction => nextAction(state, around(MAX_STEPS));
const fold = (records: readonly LogRecord[], from: TurnState = idleTurn): TurnState =>
  records.reduce((state, record) => turnFold.reduce(state, record), from);

describe('any turn', () => {
  test('covers all cases: the choices lead to every action and every end', () => {
    const actions = fc.sample(choices, { numRuns: 500, seed: 1 }).flatMap((made) => play(made).actions);
    expect(new Set(actions.map(({ kind }) => kind))).toEqual(
      new Set(['select_model', 'call_model', 'decide_tools', 'run_tools', 'await', 'stop_at_limit', 'end', 'idle']),
    );
    expect(new Set(actions.flatMap((action) => ('reason' in action ? [action.reason] : [])))).toEqual(
      new Set(['completed', 'failed', 'max_output', 'refused', 'max_steps']),
    );
  });

  test('ends or waits after a bounded number of actions', () => {
    fc.assert(
      fc.property(choices, (made) => {
        const { actions } = play(made);
        // Per step: the model, one decision, and at most three tries of each of four calls, with an answer in between.
        expect(actions.length).toBeLessThanOrEqual(MAX_STEPS * (2 + 4 * 4) + 80 + 3);
        expect(['idle', 'await']).toContain(actions.at(-1)?.kind);
      }),
      { numRuns: 500 },
    );
  });

  test('gives the same action after any of its records, folded from the start or from any snapshot', () => {
    fc.assert(
      fc.property(choices, fc.nat(), (made, at) => {
        const { records } = play(made);
        const cut = at % (records.length + 1);
        const snapshot = turnFold.decode(turnFold.encode(fold(records.slice(0, cut))));
        for (let end = cut; end <= records.length; end += 1) {
          const resumed = fold(records.slice(cut, end), snapshot);
          expect(resumed).toEqual(fold(records.slice(0, end)));
          expect(decide(resumed)).toEqual(decide(fold(records.slice(0, end))));
        }
      }),
    );
  });

  test('calls the model only when every call is finished, and never beyond the limit', () => {
    fc.assert(
      fc.property(choices, (made) => {
        const { records } = play(made);
        for (let end = 0; end <= records.length; end += 1) {
          const state = fold(records.slice(0, end));
          if (decide(state).kind !== 'call_model') continue;
          expect(state.batch.filter(({ isFinished }) => !isFinished)).toEqual([]);
          expect(state.steps).toBeLessThan(MAX_STEPS);
        }
      }),
    );
  });

  test('runs only calls that are decided, answered, in order, not finished and not running', () => {
    fc.assert(
      fc.property(choices, fc.array(fc.nat({ max: 12 })), (made, running) => {
        const { records } = play(made);
        const ids = new Set(running.map((n) => `c${n}`));
        for (let end = 0; end <= records.length; end += 1) {
          const state = fold(records.slice(0, end));
          const action = nextAction(state, around(MAX_STEPS, ids));
          if (action.kind !== 'run_tools') continue;
          const unfinished = new Set(state.batch.filter((one) => !one.isFinished).map(({ callId }) => callId));
          for (const one of action.calls) {
            expect(one.isFinished || ids.has(one.callId) || one.verdict === null).toBe(false);
            expect(one.verdict === 'ask' && one.outcome === null).toBe(false);
            expect(one.after.some((callId) => unfinished.has(callId))).toBe(false);
            expect(one.executor === 'local' || isRefused(one) || one.hostUntil === null).toBe(true);
          }
        }
      }),
    );
  });
});
