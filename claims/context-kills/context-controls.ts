import type { LogRecord } from '@bowline/log';
import type { WrongReader } from './context-agent.ts';
import { checkContext } from './context-check.ts';
import type { ContextEvidence } from './context-evidence.ts';
import { ContextFindings, type ContextFault } from './context-findings.ts';
import { playRound, type ContextRound } from './context-round.ts';
import type { RoundStage } from '../kills/play-in-child.ts';

/** What the check sees of agents that are wrong on purpose, and of copies of what a sound round left that were spoilt. */
export interface ContextControls {
  /** Of the right agent, in the same places. */
  readonly right: ContextFindings;
  /** Faults of the kind that each is known for; each has to be seen. */
  readonly wrong: Readonly<Record<WrongReader, number>>;
  readonly spoilt: Readonly<Record<string, number>>;
}

/** Where each does harm, and as what it shows. */
const harms: Readonly<Record<WrongReader, { readonly name: string; readonly fault: ContextFault }>> = {
  forgetsDrafts: { name: 'durable compaction_drafted', fault: 'summarisedTwice' },
  forgetsWords: { name: 'durable tool_finished+memory_loaded', fault: 'lost' },
  forgetsMasks: { name: 'durable context_masked', fault: 'viewsDiffer' },
  forgetsModes: { name: 'durable mode_changed', fault: 'modesDiffer' },
  forgetsSummaries: { name: 'durable context_compacted', fault: 'summarisedTwice' },
};

/** Kills where agents that are wrong do harm, and spoils copies. */
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

/** A copy with one thing changed, and as what that has to show. */
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

/** The first record of that type says nothing any more. */
function without(evidence: ContextEvidence, type: LogRecord['type']): ContextEvidence {
  const at = evidence.records.findIndex((record) => record.type === type);
  return {
    ...evidence,
    records: evidence.records.map((record, n) =>
      n === at ? { ...record, type: 'notice', body: { level: 'info', code: 'SPOILT', text: '' } } : record,
    ),
  };
}

/** The last record of that type comes once more, at the end. */
function twice(evidence: ContextEvidence, type: LogRecord['type']): ContextEvidence {
  const { records } = evidence;
  const last = records.findLast((record) => record.type === type);
  return last === undefined ? evidence : { ...evidence, records: [...records, { ...last, seq: records.length + 1 }] };
}

function cutFiles(evidence: ContextEvidence): ContextEvidence {
  return { ...evidence, files: new Map([...evidence.files].map(([path, text]) => [path, text.slice(0, -1)])) };
}

/** One request showed one character more. */
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
