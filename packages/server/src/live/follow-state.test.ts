import type { AgentEvent } from '@bowline/protocol';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { hear, isBehind, passEnd, passRecord, startFollowing, type FollowState } from './follow-state.ts';
import type { BusMessage } from './told.ts';

const idOf = (seq: number): string => `${seq}-${String(seq).padStart(12, '0')}`;

const delta = (seq: number, n: number): AgentEvent => ({
  type: 'message_delta',
  id: `${idOf(seq)}~${n}`,
  at: '2026-01-01T00:00:00.000Z',
  messageId: 'm',
  kind: 'text',
  text: `${seq}.${n}`,
});

/** A worker's run: records, each followed by live events. */
interface Run {
  /** How many live events follow each record. */
  readonly lives: readonly number[];
}

/** The messages that the worker publishes, in order. */
function tell({ lives }: Run): BusMessage[] {
  return lives.flatMap((count, n): BusMessage[] => [
    { by: 'run', at: n + 1 },
    ...Array.from({ length: count }, (_, k): BusMessage => ({ by: 'run', live: delta(n + 1, k + 1) })),
  ]);
}

/** A follower on a log that currently has a given number of records. */
class Follower {
  state: FollowState = startFollowing(0);
  readonly out: string[] = [];

  take(told: BusMessage, logEnd: number): void {
    const step = hear(this.state, told);
    this.state = step.state;
    this.#pass(step.passed);
    if (isBehind(this.state)) this.read(Math.min(this.state.known, logEnd));
  }

  read(to: number): void {
    for (let seq = this.state.seq + 1; seq <= to; seq += 1) {
      this.out.push(`${seq}`);
      const step = passRecord(this.state, seq);
      this.state = step.state;
      this.#pass(step.passed);
    }
    if (isBehind(this.state)) this.state = passEnd(this.state);
  }

  #pass(events: readonly AgentEvent[]): void {
    for (const event of events) this.out.push(event.type === 'message_delta' ? event.text : event.type);
  }
}

const runs = fc.record({ lives: fc.array(fc.nat(4), { minLength: 1, maxLength: 12 }) });

test('if nothing is lost, every event arrives once, in the order it was published', () => {
  fc.assert(
    fc.property(runs, (run) => {
      const follower = new Follower();
      const told = tell(run);
      for (const note of told) follower.take(note, run.lives.length);
      expect(follower.out).toEqual(told.map((note) => ('at' in note ? `${note.at}` : textOf(note.live))));
    }),
  );
});

test('with messages lost, reordered or duplicated, each record arrives once, in order, with its live events', () => {
  fc.assert(
    fc.property(runs, fc.infiniteStream(fc.nat(1000)), (run, dice) => {
      const roll = (sides: number): number => dice.next().value % sides;
      const total = run.lives.length;
      const notes = shuffle(
        tell(run).flatMap((note) => Array.from({ length: roll(3) }, () => note)),
        roll,
      );
      const follower = new Follower();
      let logEnd = 0;
      for (const note of notes) {
        logEnd = Math.min(total, logEnd + roll(3));
        follower.take(note, logEnd);
        if (roll(5) === 0) follower.read(logEnd); // checks the log without a hint
      }
      follower.read(total);
      expectOrder(follower.out, total);
      expect(follower.state.held).toEqual([]);
    }),
    { numRuns: 500 },
  );
});

test('messages from a replaced run are ignored', () => {
  let state = startFollowing(3);
  const say = (by: string, n: number): string[] => {
    const step = hear(state, { by, live: delta(3, n) });
    state = step.state;
    return step.passed.map(textOf);
  };
  expect([say('old', 1), say('old', 2), say('new', 1), say('old', 3), say('new', 2)]).toEqual([
    ['3.1'],
    ['3.2'],
    ['3.1'],
    [],
    ['3.2'],
  ]);
});

test('a hint beyond the readable log is dropped, and works when repeated', () => {
  const follower = new Follower();
  follower.take({ by: 'run', at: 5 }, 2);
  expect(isBehind(follower.state)).toBe(false);
  follower.take({ by: 'run', at: 5 }, 5);
  expect(follower.out).toEqual(['1', '2', '3', '4', '5']);
});

function textOf(event: AgentEvent): string {
  return event.type === 'message_delta' ? event.text : event.type;
}

function shuffle<T>(items: readonly T[], roll: (sides: number) => number): T[] {
  const mixed = [...items];
  // Mostly swaps near neighbors, as on a network, and sometimes distant ones.
  for (let n = 0; n < mixed.length; n += 1) {
    const other = Math.min(mixed.length - 1, n + (roll(6) === 0 ? roll(mixed.length) : roll(2)));
    [mixed[n], mixed[other]] = [mixed[other] as T, mixed[n] as T];
  }
  return mixed;
}

function expectOrder(out: readonly string[], total: number): void {
  const records = out.filter((item) => !item.includes('.'));
  expect(records).toEqual(Array.from({ length: total }, (_, n) => `${n + 1}`));
  expect(new Set(out).size).toBe(out.length);
  let at = { record: '0', n: 0 };
  for (const item of out) {
    const [record = '', n] = item.split('.');
    if (n === undefined) at = { record, n: 0 };
    else {
      expect(record).toBe(at.record);
      expect(Number(n)).toBeGreaterThan(at.n);
      at = { record, n: Number(n) };
    }
  }
}
