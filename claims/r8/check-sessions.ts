import type { LogRecord } from '@bowline/log';
import type { SessionEvidence } from './chaos-evidence.ts';
import { effectOf, fileOf, linesOf, type PlannedEffect } from './chaos-plan.ts';
import type { SentNote } from './load-session.ts';

/** The counts; the first ones show how much was checked. */
export interface SessionFindings {
  sessions: number;
  records: number;
  turns: number;
  messages: number;
  answers: number;
  calls: number;
  effects: number;
  /** Calls that are reported as having an unknown outcome, and how many of them had an effect. */
  unknownShown: number;
  unknownWithEffect: number;
  /** Calls that are reported as denied or failed before they had an effect. */
  failedShown: number;
  /** Waits for a quota. */
  waits: number;
  /** Records and acknowledged messages that are missing or in the wrong place, and effects without a recorded call. */
  lost: number;
  /** Logs that do not verify. */
  unsound: number;
  /** Messages that were rejected or never settled. */
  unheard: number;
  doubledMessages: number;
  /** Turns with no end or two, or that failed. */
  unended: number;
  /** Calls with no response or two. */
  callsWithoutResponse: number;
  doubledEffects: number;
  /** Calls whose reported outcome contradicts their effect. */
  falseReports: number;
  /** Effects of denied calls. */
  deniedEffects: number;
  /** Sessions whose last message has no answer. */
  stuck: number;
  readonly problems: string[];
}

/** Findings with all counts at zero. */
export function createSessionFindings(): SessionFindings {
  return {
    sessions: 0,
    records: 0,
    turns: 0,
    messages: 0,
    answers: 0,
    calls: 0,
    effects: 0,
    unknownShown: 0,
    unknownWithEffect: 0,
    failedShown: 0,
    waits: 0,
    lost: 0,
    unsound: 0,
    unheard: 0,
    doubledMessages: 0,
    unended: 0,
    callsWithoutResponse: 0,
    doubledEffects: 0,
    falseReports: 0,
    deniedEffects: 0,
    stuck: 0,
    problems: [],
  };
}

/** The total number of faults. */
export function faultsOf(findings: SessionFindings): number {
  const { lost, unsound, unheard, doubledMessages, unended, callsWithoutResponse } = findings;
  const { doubledEffects, falseReports, deniedEffects, stuck } = findings;
  return (
    lost +
    unsound +
    unheard +
    doubledMessages +
    unended +
    callsWithoutResponse +
    doubledEffects +
    falseReports +
    deniedEffects +
    stuck
  );
}

/** Compares sessions with what was sent to them and with their effects. */
export function checkSessions(sessions: readonly SessionEvidence[]): SessionFindings {
  const findings = createSessionFindings();
  for (const session of sessions) new SessionCheck(session, findings).run();
  return findings;
}

type Fault = Exclude<keyof SessionFindings, 'problems'>;
type RecordOf<Type extends LogRecord['type']> = Extract<LogRecord, { type: Type }>;
type Response = RecordOf<'tool_finished' | 'tool_interrupted'>;

class SessionCheck {
  readonly #session: SessionEvidence;
  readonly #findings: SessionFindings;

  constructor(session: SessionEvidence, findings: SessionFindings) {
    this.#session = session;
    this.#findings = findings;
  }

  run(): void {
    const { records, problems, unsettled } = this.#session;
    this.#findings.sessions += 1;
    this.#findings.records += records.length;
    for (const problem of problems) this.#fault('unsound', problem);
    for (const [n, { seq }] of records.entries())
      if (seq !== n + 1) this.#fault('lost', `record ${seq} stands in place ${n + 1}`);
    if (unsettled > 0) this.#fault('unheard', `${unsettled} entries of the inbox were never settled`);
    this.#findings.waits += this.#of('model_failed').filter(({ body }) => body.retryAt !== undefined).length;
    this.#sent();
    this.#streams();
    this.#calls();
  }

  /** Each message is recorded once, in the stream that its sender was given. */
  #sent(): void {
    const heard = [...this.#of('user_message'), ...this.#of('steering_message')];
    const resolved = this.#of('input_resolved');
    this.#once(heard.map(({ body }) => body.messageId));
    this.#once(resolved.map(({ body }) => body.inputId));
    for (const note of this.#session.sent) {
      const isAnswer = note.inputId !== undefined;
      this.#findings[isAnswer ? 'answers' : 'messages'] += 1;
      const found = isAnswer
        ? resolved.find(({ body }) => body.inputId === note.inputId)
        : heard.find(({ body }) => body.messageId === note.messageId);
      if (note.error === undefined) this.#acknowledged(note, found);
      else this.#fault('unheard', `${note.messageId} was refused: ${note.error}`);
    }
  }

  #once(ids: readonly string[]): void {
    for (const [id, count] of countBy(ids, (each) => each))
      if (count > 1) this.#fault('doubledMessages', `${id} is there ${count} times`);
  }

  #acknowledged({ messageId, streamId = null }: SentNote, found: LogRecord | undefined): void {
    if (found === undefined) this.#fault('lost', `${messageId} was acknowledged and is not there`);
    else if ((found.streamId ?? null) !== streamId)
      this.#fault('lost', `${messageId} is in another stream than its sender was told`);
  }

  #streams(): void {
    const started = this.#of('stream_started');
    const ended = this.#of('stream_ended');
    const ends = countBy(ended, ({ streamId }) => streamId ?? '');
    this.#findings.turns += started.length;
    for (const { streamId = '' } of started)
      if (ends.get(streamId) !== 1) this.#fault('unended', `turn ${streamId} has ${ends.get(streamId) ?? 0} ends`);
    for (const { body } of ended)
      if (body.reason !== 'completed') this.#fault('unended', `a turn ended as ${body.reason}: ${body.message ?? ''}`);
    const last = this.#session.records.findLast(({ streamId }) => streamId !== undefined);
    if (last?.type !== 'stream_ended') this.#fault('stuck', `the last turn stands at ${last?.type ?? 'nothing'}`);
  }

  #calls(): void {
    const requested = this.#of('tool_requested');
    const responses = [...this.#of('tool_finished'), ...this.#of('tool_interrupted')];
    const lines = countBy(this.#session.lines, (line) => line);
    const known = new Set(requested.flatMap(({ body }) => linesOfCall(body.args)));
    for (const line of lines.keys()) if (!known.has(line)) this.#fault('lost', `no call asked for the line ${line}`);
    for (const { body } of requested) {
      this.#findings.calls += 1;
      const own = responses.filter((response) => response.body.callId === body.callId);
      if (own.length !== 1) this.#fault('callsWithoutResponse', `call ${body.callId} has ${own.length} responses`);
      const [response] = own;
      const effect = effectOf(body.args);
      if (response !== undefined && effect !== undefined) this.#effect(effect, response, lines);
    }
    for (const { body } of responses)
      if (!requested.some((request) => request.body.callId === body.callId))
        this.#fault('callsWithoutResponse', `no request for ${body.callId}`);
  }

  #effect(effect: PlannedEffect, response: Response, lines: ReadonlyMap<string, number>): void {
    const counts = linesOf(effect).map((line) => lines.get(line) ?? 0);
    const isWritten = this.#session.files[fileOf(effect.id)] === effect.id;
    const isThere = effect.kind === 'write' ? isWritten : counts.every((n) => n > 0);
    const isBegun = isThere || counts.some((n) => n > 0);
    if (isBegun) this.#findings.effects += 1;
    if (counts.some((n) => n > 1)) this.#fault('doubledEffects', `${effect.id} happened ${Math.max(...counts)} times`);
    this.#reported(effect.id, outcomeOf(response), { isThere, isBegun });
  }

  #reported(
    id: string,
    outcome: Outcome,
    { isThere, isBegun }: { readonly isThere: boolean; readonly isBegun: boolean },
  ): void {
    switch (outcome) {
      case 'done':
        if (!isThere) this.#fault('falseReports', `${id} is said to be done`);
        break;
      case 'denied':
        if (isBegun) this.#fault('deniedEffects', `${id} was denied and has happened`);
        break;
      case 'unknown':
        this.#findings.unknownShown += 1;
        if (isBegun) this.#findings.unknownWithEffect += 1;
        break;
      case 'failed':
        this.#findings.failedShown += 1;
        if (isBegun) this.#fault('falseReports', `${id} is said to have failed`);
    }
  }

  #of<Type extends LogRecord['type']>(type: Type): RecordOf<Type>[] {
    return this.#session.records.filter((record): record is RecordOf<Type> => record.type === type);
  }

  #fault(fault: Fault, problem: string): void {
    this.#findings[fault] += 1;
    this.#findings.problems.push(`${this.#session.sessionId}: ${problem}`);
  }
}

type Outcome = 'done' | 'denied' | 'unknown' | 'failed';

function outcomeOf(response: Response): Outcome {
  if (response.type === 'tool_interrupted' || response.body.errorType === 'outcome_unknown') return 'unknown';
  if (!response.body.isError) return 'done';
  return response.body.errorType === 'denied' ? 'denied' : 'failed';
}

function linesOfCall(args: Readonly<Record<string, unknown>>): readonly string[] {
  const effect = effectOf(args);
  return effect === undefined ? [] : linesOf(effect);
}

function countBy<Item>(items: readonly Item[], nameOf: (item: Item) => string): ReadonlyMap<string, number> {
  const counts = new Map<string, number>();
  for (const item of items) counts.set(nameOf(item), (counts.get(nameOf(item)) ?? 0) + 1);
  return counts;
}
