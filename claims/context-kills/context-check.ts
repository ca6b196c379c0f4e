import type { LogRecord } from '@bowline/log';
import { checkCalls } from './context-check-calls.ts';
import { checkSummaries } from './context-check-summaries.ts';
import { checkViews, modesOf } from './context-check-views.ts';
import type { ContextEvidence } from './context-evidence.ts';
import type { ContextFindings } from './context-findings.ts';
import { recordsOf } from './context-person.ts';
import { acts, END_MODE, phases } from './context-script.ts';

/** Compares the parts of a round's evidence: the log, the notes of its processes, and the effects. */
export function checkContext(evidence: ContextEvidence, findings: ContextFindings): void {
  if (evidence.fault !== '') findings.find('unsound', evidence.fault);
  checkAcks(evidence, findings);
  checkActs(evidence, findings);
  checkModes(evidence, findings);
  checkViews(evidence, findings);
  checkSummaries(evidence, findings);
  checkCalls(evidence, findings);
  checkEnd(evidence, findings);
  checkPlenty(evidence, findings);
}

function checkAcks({ records, acked }: ContextEvidence, findings: ContextFindings): void {
  findings.counts.records += records.length;
  findings.counts.acked += acked.length;
  for (const { seq, hash } of acked)
    if (records[seq - 1]?.hash !== hash) findings.find('lost', `record ${seq} is not the one that was acknowledged`);
}

/** Everything that was acknowledged to the user is in the log, and nothing is in it twice. */
function checkActs({ records, notes }: ContextEvidence, findings: ContextFindings): void {
  const acked = new Set(notes.flatMap((note) => (note.kind === 'acked' ? [note.id] : [])));
  for (const act of acts) {
    const { length } = recordsOf(act, records);
    if (length === 0 && acked.has(act.id)) findings.find('lost', `${act.id} was acknowledged and is not in the log`);
    if (length > 1) findings.find('doubled', `${act.id} is ${length} times in the log`);
  }
}

/** Plan mode begins and ends with the call that says so, and ends in the mode that it began in. */
function checkModes({ records, notes }: ContextEvidence, findings: ContextFindings): void {
  const modes = modesOf(records);
  for (const [n, record] of records.entries()) {
    const planned = toPlan(record);
    const wanted = planned === 'begun' ? 'plan' : (modes.slice(0, n).findLast((mode) => mode !== 'plan') ?? 'default');
    const next = records[n + 1];
    const isAsWanted = next?.type === 'mode_changed' && next.body.mode === wanted;
    if (planned !== undefined && !isAsWanted)
      findings.find('modesDiffer', `after record ${record.seq} the mode should be ${wanted}`);
  }
  const last = modes.at(-1);
  const said = notes.findLast((note) => note.kind === 'ended')?.mode;
  if (last !== END_MODE || said !== END_MODE)
    findings.find('modesDiffer', `it ends in ${String(last)} by the log, and in ${String(said)} as it says`);
}

function toPlan(record: LogRecord): 'begun' | 'ended' | undefined {
  if (record.type !== 'tool_finished' || record.body.isError) return undefined;
  if (record.body.name === 'enter_plan_mode') return 'begun';
  return record.body.name === 'exit_plan_mode' ? 'ended' : undefined;
}

function checkEnd({ records }: ContextEvidence, findings: ContextFindings): void {
  const ends = records.flatMap((record) => (record.type === 'stream_ended' ? [record.body.reason] : []));
  const isEnded = ends.length === phases.length && ends.every((reason) => reason === 'completed');
  if (!isEnded) findings.find('unended', `the streams ended with: ${ends.join()}`);
}

/** A round proves something only if it contained at least this much. */
const least = { maskings: 5, byThemselves: 2, asked: 2, modeChanges: 6, words: 8 } as const;

function checkPlenty({ records }: ContextEvidence, findings: ContextFindings): void {
  const count = (...types: LogRecord['type'][]): number => records.filter(({ type }) => types.includes(type)).length;
  const maskings = count('context_masked');
  const compactions = count('context_compacted');
  const asked = count('compaction_requested');
  const words = count('user_message', 'steering_message');
  const modeChanges = count('mode_changed');
  const nudges = count('loop_detected');
  if (nudges > 1) findings.find('doubled', `the model is told ${nudges} times that it goes in a circle`);
  const found = { maskings, byThemselves: compactions - asked, asked, modeChanges, words };
  const thin = Object.entries(least).filter(([name, wanted]) => found[name as keyof typeof least] < wanted);
  if (thin.length > 0)
    findings.find('thin', `there are too few ${thin.map(([name]) => name).join()}: ${JSON.stringify(found)}`);
  const { counts } = findings;
  counts.maskings += maskings;
  counts.compactions += compactions;
  counts.compactionsAsked += asked;
  counts.words += words;
  counts.modeChanges += modeChanges;
  counts.nudges += nudges;
}
