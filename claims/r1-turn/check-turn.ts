import { openStore, type LogRecord } from '@bowline/log';
import { readFileSync } from 'node:fs';
import type { AckedRecord } from '../kills/acked-records.ts';
import type { TurnFindings } from './turn-findings.ts';
import {
  COMMAND_BEGUN,
  COMMAND_DONE,
  COMMAND_PRINTED,
  finalText,
  MARK,
  NOTED,
  SESSION,
  type TurnPlaces,
} from './turn-script.ts';

/** How often each effect of the turn happened, counted in the files it leaves. */
export type Effects = Readonly<Record<string, number>>;

/** What is known about one process that ran a turn, apart from its log. */
export interface TurnRun {
  /** The records that were acknowledged to it. */
  readonly acked: readonly AckedRecord[];
  /** The effects when it exited. */
  readonly effects: Effects;
}

/** A turn and the processes that ran it: all but the last were killed. */
export interface TurnEvidence {
  readonly places: TurnPlaces;
  readonly runs: readonly TurnRun[];
}

/** The current effects, by the tool that causes them. */
export function readEffects({ effects, marked }: TurnPlaces): Effects {
  const lines = readText(effects).split('\n');
  const count = (line: string): number => lines.filter((each) => each === line).length;
  return {
    replace: readText(marked).split(MARK).length - 1,
    append_note: count(NOTED),
    run_shell_command: Math.max(count(COMMAND_BEGUN), count(COMMAND_DONE)),
  };
}

/** Compares the log of a killed and resumed turn with its effects. */
export async function checkTurn(evidence: TurnEvidence, findings: TurnFindings): Promise<void> {
  const { sessions } = evidence.places;
  const store = openStore({ root: sessions });
  try {
    const reader = await store.openReader(SESSION);
    const records: LogRecord[] = [];
    for await (const record of reader.read()) records.push(record);
    const { isSound, problems } = await reader.verify();
    await reader.close();
    if (!isSound) {
      findings.unsound += 1;
      findings.problems.push(`does not verify: ${problems.join('; ')}`);
    }
    new TurnCheck(records, evidence, findings).run();
  } finally {
    await store.close();
  }
}

type Response = Extract<LogRecord, { type: 'tool_finished' | 'tool_interrupted' }>;
type Request = Extract<LogRecord, { type: 'tool_requested' }>;

class TurnCheck {
  readonly #records: readonly LogRecord[];
  readonly #evidence: TurnEvidence;
  readonly #findings: TurnFindings;

  constructor(records: readonly LogRecord[], evidence: TurnEvidence, findings: TurnFindings) {
    this.#records = records;
    this.#evidence = evidence;
    this.#findings = findings;
  }

  run(): void {
    this.#checkAcks();
    this.#checkEnd();
    const effects = readEffects(this.#evidence.places);
    for (const record of this.#records) if (record.type === 'tool_requested') this.#checkCall(record, effects);
    for (const [name, count] of Object.entries(effects)) {
      if (count > 1) this.#find('doubled', `the effect of ${name} is there ${count} times`);
    }
  }

  #checkAcks(): void {
    for (const { seq, hash } of this.#evidence.runs.flatMap(({ acked }) => acked)) {
      this.#findings.acked += 1;
      if (this.#records[seq - 1]?.hash !== hash) this.#find('lost', `record ${seq} is not the one acknowledged`);
    }
  }

  /** The turn ended once, as completed, and the last answer shows that the model saw every unknown outcome. */
  #checkEnd(): void {
    const ends = this.#records.filter((record) => record.type === 'stream_ended');
    if (ends.length !== 1 || ends[0]?.body.reason !== 'completed') {
      this.#find('unended', `the turn ended ${ends.length} times: ${JSON.stringify(ends.map(({ body }) => body))}`);
    }
    const unknown = this.#records.filter((record) => isResponse(record) && isUnknown(record)).length;
    const last = this.#records.findLast((record) => record.type === 'model_answered');
    if (!JSON.stringify(last?.body.content ?? null).includes(finalText(unknown))) {
      this.#find('unknownHidden', `the model was not told of ${unknown} unknown outcomes`);
    }
  }

  #checkCall({ body: { callId, name, effect } }: Request, effects: Effects): void {
    const responses = this.#records.filter(
      (record): record is Response => isResponse(record) && record.body.callId === callId,
    );
    const [response] = responses;
    if (response === undefined || responses.length > 1) {
      this.#find('requestsWithoutResponse', `${name} has ${responses.length} responses`);
      return;
    }
    if (isGood(response) && effects[name] === 0) this.#find('falseReports', `${name} is done and left no effect`);
    const killed = this.#killedWithin(callId);
    if (killed !== undefined && effect !== 'read') this.#checkKilled(name, response, { killed, effects });
    else if (!isGood(response)) this.#find('falseReports', `${name} failed: ${JSON.stringify(response.body)}`);
  }

  /**
   * A call with an effect that a kill interrupted: a command that ran must be reattached, anything else reported as
   * unknown.
   */
  #checkKilled(name: string, response: Response, at: { readonly killed: TurnRun; readonly effects: Effects }): void {
    const isThere = (effects: Effects): boolean => (effects[name] ?? 0) > 0;
    const said = JSON.stringify(response.body);
    if (isThere(at.killed.effects)) this.#findings.replayWouldDouble += 1;
    if (name === 'run_shell_command' && isThere(at.effects)) {
      const isReattached = response.type === 'tool_finished' && said.includes(COMMAND_PRINTED);
      if (isReattached) this.#findings.reattached += 1;
      else this.#find('notReattached', `the command ran and is not reattached to: ${said}`);
    } else if (isUnknown(response)) this.#findings.interruptedShown += 1;
    else this.#find('unknownHidden', `${name} had begun, and all that is said is ${said}`);
  }

  /**
   * The process that was killed between start and end of this call. The first record of the next process shows how far
   * it got.
   */
  #killedWithin(callId: string): TurnRun | undefined {
    const ofCall = this.#records.filter((record) => 'callId' in record.body && record.body.callId === callId);
    const begun = ofCall.find((record) => record.type === 'tool_started')?.seq ?? Number.POSITIVE_INFINITY;
    const ended = ofCall.find(isResponse)?.seq ?? Number.POSITIVE_INFINITY;
    const { runs } = this.#evidence;
    return runs.find((_, n) => {
      const next = runs.slice(n + 1).find(({ acked }) => acked.length > 0)?.acked[0];
      return next !== undefined && begun < next.seq && ended >= next.seq;
    });
  }

  #find(what: keyof Omit<TurnFindings, 'problems'>, problem: string): void {
    this.#findings[what] += 1;
    this.#findings.problems.push(problem);
  }
}

function isResponse(record: LogRecord): record is Response {
  return record.type === 'tool_finished' || record.type === 'tool_interrupted';
}

function isGood(response: Response): boolean {
  return response.type === 'tool_finished' && !response.body.isError;
}

function isUnknown(response: Response): boolean {
  return response.type === 'tool_interrupted' || response.body.errorType === 'outcome_unknown';
}

function readText(path: string): string {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return ''; // not written yet
  }
}
