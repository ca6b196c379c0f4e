import { openStore, type LogRecord } from '@bowline/log';
import type { ErrorLine, FaultLine } from './fault-lines.ts';
import type { FaultRun } from './run-fault-child.ts';

/** The number of problems of each kind that are printed; the others are only counted. */
const TOLD = 12;

/** Counts that must stay 0. */
const faults = {
  crashed: 0,
  hung: 0,
  untypedErrors: 0,
  /** Typed errors with a code that does not fit the cause. */
  wrongCodes: 0,
  withoutHint: 0,
  slowErrors: 0,
  ackedLost: 0,
  unsound: 0,
  /** Duplicate records, or a gap between records. */
  outOfOrder: 0,
  /** Problems that a child itself found. */
  problems: 0,
};

type Ack = Extract<FaultLine, { line: 'ack' }>;

/** The findings of all cases together. */
export class DiskFindings {
  readonly counts = {
    cases: 0,
    typedErrors: 0,
    slowestErrorMs: 0,
    acked: 0,
    resumed: 0,
    /** Appends that were rejected although their record was written, because only a step after the commit failed. */
    rejectedButKept: 0,
    ...faults,
  };
  readonly #limitMs: number;
  readonly #say: (line: string) => void;
  readonly #told = new Map<string, Set<string>>();

  constructor(limitMs: number, say: (line: string) => void) {
    this.#limitMs = limitMs;
    this.#say = say;
  }

  get isClean(): boolean {
    return (Object.keys(faults) as (keyof typeof faults)[]).every((fault) => this.counts[fault] === 0);
  }

  /** Adds the output of a child, whose errors must have one of the codes. */
  addRun(what: string, run: FaultRun, codes: readonly string[]): void {
    const { counts } = this;
    counts.cases += 1;
    if (run.end !== undefined) this.fault(run.end, `${what}: ${run.errors.slice(0, 400)}`);
    let lastProblem = '';
    for (const line of run.lines) {
      if (line.line === 'error') this.#addError(what, line, codes);
      if (line.line === 'resumed') counts.resumed += 1;
      if (line.line === 'kept') counts.rejectedButKept += 1;
      if (line.line === 'ack') counts.acked += 1;
      if (line.line === 'finding' && line.problem !== lastProblem)
        this.fault('problems', `${what}: ${(lastProblem = line.problem)}`);
    }
  }

  /** Compares a session with its acknowledgments. */
  async checkSession(
    what: string,
    root: string,
    { sessionId, acks }: { readonly sessionId: string; readonly acks: readonly Ack[] },
  ): Promise<void> {
    const store = openStore({ root });
    try {
      const reader = await store.openReader(sessionId);
      try {
        const { isSound, problems } = await reader.verify();
        if (!isSound) this.fault('unsound', `${what}: ${problems.join('; ')}`);
        const records: LogRecord[] = [];
        for await (const record of reader.read()) records.push(record);
        this.#compare(what, records, acks);
      } finally {
        await reader.close();
      }
    } catch (thrown) {
      this.fault('unsound', `${what}: ${String(thrown)}`);
      this.counts.ackedLost += acks.length;
    } finally {
      await store.close();
    }
  }

  fault(fault: keyof typeof faults, what: string): void {
    this.counts[fault] += 1;
    const told = this.#told.get(fault) ?? new Set();
    if (told.has(what) || told.size >= TOLD) return;
    this.#told.set(fault, told.add(what));
    this.#say(`${fault}: ${what}`);
  }

  #addError(what: string, error: ErrorLine, codes: readonly string[]): void {
    const words = `${what}: ${error.what}: ${error.code} ${error.message}`;
    this.counts.slowestErrorMs = Math.max(this.counts.slowestErrorMs, error.ms);
    if (error.ms > this.#limitMs) this.fault('slowErrors', `${words} after ${error.ms} ms`);
    if (!error.isTyped) {
      this.fault('untypedErrors', words);
      return;
    }
    this.counts.typedErrors += 1;
    if (!codes.includes(error.code)) this.fault('wrongCodes', words);
    if (!error.hasHint) this.fault('withoutHint', words);
  }

  #compare(what: string, records: readonly LogRecord[], acks: readonly Ack[]): void {
    for (const { seq, hash } of acks) {
      if (records[seq - 1]?.hash !== hash) this.fault('ackedLost', `${what}: record ${seq}`);
    }
    const texts = records.flatMap(({ body }) => ('text' in body ? [body.text] : []));
    const isInOrder = records.every(({ seq }, n) => seq === n + 1) && new Set(texts).size === texts.length;
    if (!isInOrder) this.fault('outOfOrder', what);
  }
}
