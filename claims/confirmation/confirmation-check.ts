import type { LogRecord, RecordOf } from '@bowline/log';
import type { AckedRecord } from '../kills/acked-records.ts';
import type { ConfirmationFindings } from './confirmation-findings.ts';
import {
  readNotes,
  seenQuestions,
  type AnswerKind,
  type ConfirmationNote,
  type SeenQuestion,
} from './confirmation-notes.ts';
import {
  effectOf,
  finalText,
  LATE,
  plans,
  readLines,
  REASON,
  RULE,
  SESSION,
  type ConfirmationPlaces,
  type Scenario,
} from './confirmation-script.ts';
import { readLog } from '../kills/read-log.ts';

/** What is known about one process of a round, apart from the log. */
export interface ConfirmationRun {
  /** The records that were acknowledged to it. */
  readonly acked: readonly AckedRecord[];
  /** The effects when it exited. */
  readonly effects: readonly string[];
}

/** A finished round. */
export interface ConfirmationEvidence {
  readonly places: ConfirmationPlaces;
  readonly scenario: Scenario;
  /** In order; empty if processes ran at the same time. */
  readonly runs: readonly ConfirmationRun[];
  /** The outcome of the answer that counts, if it may differ from the scenario. */
  readonly outcome?: string | undefined;
}

/** Compares the log of a round with the notes of its processes and with the effects. */
export async function checkConfirmation(evidence: ConfirmationEvidence, findings: ConfirmationFindings): Promise<void> {
  const { records, fault } = await readLog(evidence.places.sessions, SESSION);
  if (fault !== '') findings.find('unsound', fault);
  const check = new ConfirmationCheck(records, evidence, findings);
  check.checkAcks();
  check.checkQuestions();
  check.checkAnswers();
  check.checkCalls();
  check.checkEffects();
  check.checkEnd();
}

type Resolution = RecordOf<'input_resolved'> | RecordOf<'input_expired'>;
type Response = RecordOf<'tool_finished'> | RecordOf<'tool_interrupted'>;
type Request = RecordOf<'tool_requested'>;

/** The error codes that an answer may get if it does not count. */
const refusals: Readonly<Record<AnswerKind, readonly string[]>> = {
  first: ['UNKNOWN_INPUT'],
  second: ['UNKNOWN_INPUT'],
  again: ['UNKNOWN_INPUT'],
  late: ['UNKNOWN_INPUT', 'SESSION_FENCED'],
};

class ConfirmationCheck {
  readonly #records: readonly LogRecord[];
  readonly #evidence: ConfirmationEvidence;
  readonly #findings: ConfirmationFindings;
  readonly #notes: readonly ConfirmationNote[];
  readonly #effects: readonly string[];

  constructor(records: readonly LogRecord[], evidence: ConfirmationEvidence, findings: ConfirmationFindings) {
    this.#records = records;
    this.#evidence = evidence;
    this.#findings = findings;
    this.#notes = readNotes(evidence.places.notes);
    this.#effects = readLines(evidence.places.effects);
  }

  checkAcks(): void {
    for (const { seq, hash } of this.#evidence.runs.flatMap(({ acked }) => acked)) {
      this.#findings.counts.acked += 1;
      if (this.#records[seq - 1]?.hash !== hash) this.#findings.find('recordsLost', `record ${seq} is another`);
    }
  }

  /**
   * Each question is asked once, resolved once, and seen unchanged by every process that opened while it was pending.
   */
  checkQuestions(): void {
    const asked = this.#records.filter((record) => record.type === 'input_requested');
    this.#findings.counts.questions += asked.length;
    for (const { inputId, digest } of seenQuestions(this.#notes)) {
      if (!asked.some(({ body: { request } }) => request.inputId === inputId && digestOf(request) === digest))
        this.#findings.find('lostQuestions', `${inputId} was seen and is not in the log`);
    }
    for (const note of this.#notes) if (note.kind === 'opened') this.#checkOpened(note.pending, note.head);
    for (const { body } of asked) this.#checkResolution(body.request.inputId);
  }

  #checkOpened(pending: readonly SeenQuestion[], head: number): void {
    const open = new Map<string, string>();
    for (const { seq, type, body } of this.#records) {
      if (seq > head) break;
      if (type === 'input_requested') open.set(body.request.inputId, digestOf(body.request));
      if (type === 'input_resolved' || type === 'input_expired') open.delete(body.inputId);
    }
    for (const [inputId, digest] of open) {
      if (!pending.some((found) => found.inputId === inputId && found.digest === digest))
        this.#findings.find('lostQuestions', `${inputId} waits after record ${head}, and is not found`);
    }
    for (const { inputId } of pending) {
      if (!open.has(inputId)) this.#findings.find('lostQuestions', `${inputId} is found and does not wait`);
    }
  }

  #checkResolution(inputId: string): void {
    const resolutions = this.#resolutionsOf(inputId);
    const [resolution] = resolutions;
    if (resolutions.length > 1)
      this.#findings.find('resolvedTwice', `${inputId}: ${resolutions.map(({ type }) => type).join(', ')}`);
    const { scenario, outcome = plans[scenario].answer.outcome } = this.#evidence;
    const wanted = scenario === 'expired' ? 'expired' : outcome;
    const got = resolution === undefined ? 'nothing' : toWord(resolution);
    if (got !== wanted) this.#findings.find('wronglyResolved', `${inputId} came to ${got} instead of ${wanted}`);
    if (got !== 'always') return;
    if (readLines(this.#evidence.places.rules).includes(RULE)) this.#findings.counts.rulesKept += 1;
    else this.#findings.find('rulesLost', `${inputId} is answered for always, and no rule is kept`);
  }

  /** An accepted answer is in the log, and each question accepts only one. */
  checkAnswers(): void {
    const taken: string[] = [];
    for (const note of this.#notes) {
      if (note.kind !== 'answered') continue;
      const { inputId, word, is } = note;
      if (is === 'second') this.#findings.counts.answersTwice += 1;
      if (is === 'again' || is === 'late') this.#findings.counts.answersAgain += 1;
      if (word === 'OK') taken.push(inputId);
      else if (!refusals[is].includes(word)) this.#findings.find('wrongWords', `${is} answer: ${word}`);
    }
    for (const inputId of new Set(taken)) this.#checkTaken(inputId, taken.filter((each) => each === inputId).length);
  }

  #checkTaken(inputId: string, times: number): void {
    if (times > 1) this.#findings.find('countedTwice', `${inputId}, ${times} times`);
    const isThere =
      this.#resolutionsOf(inputId).some(({ type }) => type === 'input_resolved') ||
      this.#responsesTo(inputId).length > 0;
    if (!isThere) this.#findings.find('lostAnswers', `${inputId} was answered, and the log does not say so`);
  }

  checkCalls(): void {
    for (const record of this.#records) if (record.type === 'tool_requested') this.#checkCall(record);
  }

  #checkCall({ body: { callId, name, args } }: Request): void {
    const questions = this.#records.filter(
      ({ type, body }) =>
        type === 'input_requested' && body.request.kind === 'confirmation' && body.request.callId === callId,
    ).length;
    this.#checkAsked(name, args['text'], questions);
    const responses = this.#responsesTo(callId);
    const [response] = responses;
    if (response === undefined || responses.length > 1)
      this.#findings.find('requestsWithoutResponse', `${name} has ${responses.length} responses`);
    else if (name === 'hosted') this.#checkSaid(response, 'done by the host');
    else if (name === 'bad') this.#checkRefused(response, 'never here');
    else if (this.#isAllowed(name)) this.#checkRan(response, { name, text: this.#textOf(name, args['text']) });
    else this.#checkRefused(response, this.#refusal);
  }

  #checkAsked(name: string, text: unknown, questions: number): void {
    const isCovered = name === 'write' && text === 'b';
    if (isCovered && questions === 0) this.#findings.counts.grantsHeld += 1;
    else if (isCovered) this.#findings.find('grantsLost', 'it was allowed for longer, and is asked again');
    else if (questions > 1) this.#findings.find('askedTwice', `${name}: ${questions} times`);
    else if (questions !== (name === 'write' ? 1 : 0)) this.#findings.find('lostQuestions', `${name}: ${questions}`);
  }

  /** Done with its effect, or begun by a killed process and reported as unknown. */
  #checkRan(response: Response, call: { readonly name: string; readonly text: string }): void {
    const { callId } = response.body;
    const line = effectOf(call.name, call.text);
    const killed = this.#killedWithin(callId);
    const isDone = response.type === 'tool_finished' && !response.body.isError;
    if (killed?.effects.includes(line) === true) this.#findings.counts.replayWouldDouble += 1;
    if (isDone && !this.#effects.includes(line)) this.#findings.find('falseReports', `${line} is done and not there`);
    if (response.type === 'tool_interrupted') this.#findings.counts.interruptedShown += 1;
    else if (killed !== undefined) this.#findings.find('unknownHidden', `${line}: ${JSON.stringify(response.body)}`);
    else if (!isDone) this.#findings.find('falseReports', `${line} failed: ${JSON.stringify(response.body)}`);
    if (response.type === 'tool_interrupted' && killed === undefined && this.#evidence.runs.length > 0)
      this.#findings.find('falseReports', `${line} is reported as unknown, but no process was killed during it`);
  }

  #checkRefused(response: Response, reason: string): void {
    const { callId } = response.body;
    if (this.#records.some(({ type, body }) => type === 'tool_started' && body.callId === callId))
      this.#findings.find('ranUnallowed', `${response.body.name} was begun`);
    if (response.type === 'tool_interrupted' || !response.body.isError)
      this.#findings.find('ranUnallowed', `${response.body.name} is said to have run`);
    this.#checkSaid(response, reason);
  }

  #checkSaid(response: Response, words: string): void {
    const said = JSON.stringify(response.body);
    if (!said.includes(words)) this.#findings.find('falseReports', `${said} does not say: ${words}`);
  }

  /** Every effect is allowed and happened once. */
  checkEffects(): void {
    const allowed = this.#outcome === 'denied' ? [] : plans[this.#evidence.scenario].effects;
    for (const line of new Set(this.#effects)) {
      const times = this.#effects.filter((each) => each === line).length;
      this.#findings.counts.effects += 1;
      if (!allowed.includes(line)) this.#findings.find('ranUnallowed', line);
      if (times > 1) this.#findings.find('doubled', `${line} is there ${times} times`);
    }
  }

  /** The turn ended once, as completed, and the last answer shows that the model saw every unknown outcome. */
  checkEnd(): void {
    const ends = this.#records.filter((record) => record.type === 'stream_ended');
    if (ends.length !== 1 || ends[0]?.body.reason !== 'completed')
      this.#findings.find('unended', `ended ${ends.length} times: ${JSON.stringify(ends.map(({ body }) => body))}`);
    const unknown = this.#records.filter(({ type }) => type === 'tool_interrupted').length;
    const last = this.#records.findLast((record) => record.type === 'model_answered');
    if (!JSON.stringify(last?.body.content ?? null).includes(finalText(unknown)))
      this.#findings.find('unknownHidden', `the model was not told of ${unknown} unknown outcomes`);
  }

  get #outcome(): string {
    return this.#evidence.outcome ?? plans[this.#evidence.scenario].answer.outcome;
  }

  #isAllowed(name: string): boolean {
    return name === 'free' || (plans[this.#evidence.scenario].effects.length > 0 && this.#outcome !== 'denied');
  }

  #textOf(name: string, text: unknown): string {
    return name === 'write' && this.#outcome === 'edited' ? 'edited' : String(text);
  }

  get #refusal(): string {
    if (this.#evidence.scenario === 'expired') return LATE;
    return this.#evidence.scenario === 'altered' ? 'never that' : REASON;
  }

  #resolutionsOf(inputId: string): Resolution[] {
    return this.#records.filter(
      (record): record is Resolution =>
        (record.type === 'input_resolved' || record.type === 'input_expired') && record.body.inputId === inputId,
    );
  }

  #responsesTo(callId: string): Response[] {
    return this.#records.filter(
      (record): record is Response =>
        (record.type === 'tool_finished' || record.type === 'tool_interrupted') && record.body.callId === callId,
    );
  }

  /**
   * The process that was killed between start and end of this call, according to the state that the next process found.
   */
  #killedWithin(callId: string): ConfirmationRun | undefined {
    const begun = this.#records.find(({ type, body }) => type === 'tool_started' && body.callId === callId)?.seq;
    const ended = this.#responsesTo(callId)[0]?.seq ?? Number.POSITIVE_INFINITY;
    if (begun === undefined) return undefined;
    const next = this.#notes.find((note) => note.kind === 'opened' && begun <= note.head && note.head < ended);
    return next === undefined ? undefined : this.#evidence.runs[next.run - 1];
  }
}

function digestOf(request: RecordOf<'input_requested'>['body']['request']): string {
  return request.kind === 'confirmation' ? request.digest : '';
}

function toWord(resolution: Resolution): string {
  if (resolution.type === 'input_expired') return 'expired';
  const { outcome } = resolution.body;
  return outcome.kind === 'confirmation' ? outcome.outcome : outcome.kind;
}
