import type { LogRecord } from '@bowline/log';
import type { WrongReader } from './context-agent.ts';
import { checkContext } from './context-check.ts';
import type { ContextEvidence } from './context-evidence.ts';
import { ContextFindings, type ContextFault } from './context-findings.ts';
import { playRound, type ContextRound } from './context-round.ts';
import type { RoundStage } from '../kills/play-in-child.ts';

/** What the check finds for the deliberately broken agents, and in copies of sound evidence with a fault inserted. */
export interface ContextControls {
  /** For the real agent, at the same points. */
  readonly right: ContextFindings;
  /** The number of faults of the expected kind; each must be above 0. */
  readonly wrong: Readonly<Record<WrongReader, number>>;
  readonly spoilt: Readonly<Record<string, number>>;
}

/** The point at which each agent does harm, and the fault that it causes. */
const harms: Readonly<Record<WrongReader, { readonly name: string; readonly fault: ContextFault }>> = {
  forgetsDrafts: { name: 'durable compaction_drafted', fault: 'summarisedTwice' },
  forgetsWords: { name: 'durable tool_finished+memory_loaded', fault: 'lost' },
  forgetsMasks: { name: 'durable context_masked', fault: 'viewsDiffer' },
  forgetsModes: { name: 'durable mode_changed', fault: 'modesDiffer' },
  forgetsSummaries: { name: 'durable context_compacted', fault: 'summarisedTwice' },
};

/** Kills at the points where the broken agents do harm, and inserts faults into copies. */
export async function playContextControls(stage: RoundStage): Promise<ContextControls> {
  const right = new ContextFindings();
  const wrong: Record<WrongReader, number> = {
    forgetsDrafts: 0,
    forgetsWords: 0,
    forgetsMasks: 0,
    forgetsModes: 0,
    forgetsSummaries: 0,
  };
  const spoilt: Record<string, number> = {};
  for (const [reader, { name, fault }] of Object.entries(harms) as [WrongReader, (typeof harms)[WrongReader]][]) {
    const round: ContextRound = { kills: [{ at: 1, name }] };
    const sound = await playRound(stage, round);
    right.add(sound.findings);
    wrong[reader] = (await playRound(stage, { ...round, wrong: reader })).findings.faults[fault];
    if (reader === 'forgetsWords' && sound.evidence !== undefined) Object.assign(spoilt, spoil(sound.evidence));
  }
  return { right, wrong, spoilt };
}

/** A changed copy, and the fault that it must cause. */
type Spoiling = readonly [ContextFault, (evidence: ContextEvidence) => ContextEvidence];

const spoilings: Readonly<Record<string, Spoiling>> = {
  wordDropped: ['lost', (evidence) => without(evidence, 'steering_message')],
  summaryDoubled: ['summarisedTwice', (evidence) => twice(evidence, 'context_compacted')],
  draftDoubled: ['summarisedTwice', (evidence) => twice(evidence, 'compaction_drafted')],
  responseDropped: ['unanswered', (evidence) => without(evidence, 'tool_finished')],
  responseDoubled: ['doubled', (evidence) => twice(evidence, 'tool_finished')],
  modeDropped: ['modesDiffer', (evidence) => without(evidence, 'mode_changed')],
  wordDoubled: ['doubled', (evidence) => twice(evidence, 'steering_message')],
  effectDoubled: ['doubled', (evidence) => ({ ...evidence, effects: [...evidence.effects, ...evidence.effects] })],
  effectGone: ['falseReports', (evidence) => ({ ...evidence, effects: [] })],
  fileCut: ['lost', cutFiles],
  requestChanged: ['viewsDiffer', changeRequests],
};

function spoil(evidence: ContextEvidence): Record<string, number> {
  return Object.fromEntries(
    Object.entries(spoilings).map(([name, [fault, change]]) => {
      const findings = new ContextFindings();
      checkContext(change(evidence), findings);
      return [name, findings.faults[fault]];
    }),
  );
}

/** Replaces the first record of that type with a notice. */
function without(evidence: ContextEvidence, type: LogRecord['type']): ContextEvidence {
  const at = evidence.records.findIndex((record) => record.type === type);
  return {
    ...evidence,
    records: evidence.records.map((record, n) =>
      n === at ? { ...record, type: 'notice', body: { level: 'info', code: 'SPOILT', text: '' } } : record,
    ),
  };
}

/** Repeats the last record of that type at the end. */
function twice(evidence: ContextEvidence, type: LogRecord['type']): ContextEvidence {
  const { records } = evidence;
  const last = records.findLast((record) => record.type === type);
  return last === undefined ? evidence : { ...evidence, records: [...records, { ...last, seq: records.length + 1 }] };
}

function cutFiles(evidence: ContextEvidence): ContextEvidence {
  return { ...evidence, files: new Map([...evidence.files].map(([path, text]) => [path, text.slice(0, -1)])) };
}

/** Adds one character to each content of one request. */
function changeRequests(evidence: ContextEvidence): ContextEvidence {
  const at = evidence.notes.findLastIndex((note) => note.kind === 'asked' && note.what === 'model');
  return {
    ...evidence,
    notes: evidence.notes.map((note, n) => {
      if (n !== at || note.kind !== 'asked') return note;
      const contents = note.contents.map((content) => ({
        ...content,
        parts: [...(content.parts ?? []), { text: '.' }],
      }));
      return { ...note, contents };
    }),
  };
}
