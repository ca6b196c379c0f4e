import type { Content } from '@google/genai';
import type { LogRecord, RecordOf } from '@bowline/log';
import { viewsOf } from './context-check-views.ts';
import { askedIn, type Asked, type ContextEvidence } from './context-evidence.ts';
import type { ContextFindings } from './context-findings.ts';
import { tokensOf } from './context-model.ts';

const shortening = ['compaction_drafted', 'context_compacted', 'compaction_rejected'] as const;
type Shortening = RecordOf<(typeof shortening)[number]>;

/**
 * Nothing is summarized twice: each summary continues from the one before, has one draft, and is requested only until
 * that exists.
 */
export function checkSummaries(evidence: ContextEvidence, findings: ContextFindings): void {
  const { records } = evidence;
  const found = records.filter((record): record is Shortening => shortening.some((type) => type === record.type));
  checkChain(found, findings);
  checkQuestions(evidence, found, findings);
  for (const record of found) if (record.type === 'compaction_drafted') checkDraft(record, evidence, findings);
  checkSizes(evidence, findings);
  for (const record of records) if (record.type === 'compaction_requested') checkWish(record, evidence, findings);
}

/** Each draft is followed by its outcome, without duplicates; each summary reaches further than the one before. */
function checkChain(found: readonly Shortening[], findings: ContextFindings): void {
  let draft: RecordOf<'compaction_drafted'> | undefined;
  let through = 0;
  for (const record of found) {
    if (record.type === 'compaction_drafted') {
      if (draft !== undefined)
        findings.find('summarisedTwice', `record ${record.seq} drafts again what ${draft.seq} has`);
      draft = record;
      continue;
    }
    if (record.type === 'context_compacted') {
      const { through: reached } = record.body;
      if (reached <= through) findings.find('summarisedTwice', `up to ${reached} after a summary up to ${through}`);
      if (draft?.body.through !== reached)
        findings.find('summarisedTwice', `record ${record.seq} has no draft of its own`);
      through = Math.max(through, reached);
    }
    draft = undefined;
  }
}

/** No summary is requested while a draft exists, and none is verified while there is no draft. */
function checkQuestions(evidence: ContextEvidence, found: readonly Shortening[], findings: ContextFindings): void {
  const isDrafted = ({ head }: Asked): boolean =>
    found.findLast(({ seq }) => seq <= head)?.type === 'compaction_drafted';
  const summaries = askedIn(evidence, 'summary');
  for (const asked of summaries)
    if (isDrafted(asked)) findings.find('summarisedTwice', `asked after record ${asked.head}, with a draft there`);
  for (const asked of askedIn(evidence, 'check'))
    if (!isDrafted(asked)) findings.find('summarisedTwice', `checked after record ${asked.head}, without a draft`);
  findings.counts.askedAgain += summaries.length - found.filter(({ type }) => type === 'compaction_drafted').length;
}

/** A summary covers every call since the one before, and no other. */
function checkDraft(draft: RecordOf<'compaction_drafted'>, evidence: ContextEvidence, findings: ContextFindings): void {
  const { records } = evidence;
  const before = records.findLast(
    (record): record is RecordOf<'context_compacted'> => record.type === 'context_compacted' && record.seq < draft.seq,
  );
  const wanted = callsIn(records, before?.body.through ?? 0, draft.body.through);
  const asked = askedIn(evidence, 'summary').findLast(({ head }) => head < draft.seq);
  const read = transcribedCalls(asked);
  const isTwice = read.some((call) => !wanted.includes(call));
  if (isTwice)
    findings.find('summarisedTwice', `draft ${draft.seq} is made of what was summarised before: ${read.join(' ')}`);
  if (wanted.some((call) => !read.includes(call)))
    findings.find('lost', `draft ${draft.seq} is not made of all calls: ${wanted.join(' ')} but ${read.join(' ')}`);
}

function callsIn(records: readonly LogRecord[], after: number, through: number): string[] {
  return records.flatMap((record) =>
    record.type === 'tool_requested' && record.seq > after && record.seq <= through
      ? [`${record.body.name} ${JSON.stringify(record.body.args)}`]
      : [],
  );
}

function transcribedCalls(asked: Asked | undefined): string[] {
  const text = (asked?.contents ?? []).flatMap(({ parts = [] }) => parts.flatMap((part) => part.text ?? [])).join('\n');
  return [...text.matchAll(/^CALL (.*)$/gm)].map(([, call = '']) => call);
}

/** A requested compaction produced a summary with its focus, or was rejected with a reason. */
function checkWish(wish: RecordOf<'compaction_requested'>, evidence: ContextEvidence, findings: ContextFindings): void {
  const next = evidence.records.find(
    ({ seq, type }) =>
      seq > wish.seq && (type === 'context_compacted' || type === 'compaction_rejected' || type === 'stream_ended'),
  );
  const { focus = '' } = wish.body;
  if (next === undefined || next.type === 'stream_ended') findings.find('lost', `nothing came of wish ${wish.seq}`);
  if (next?.type !== 'context_compacted') return;
  const isInView = askedIn(evidence, 'summary').some(
    ({ head, instruction }) => head >= wish.seq && head < next.seq && instruction.includes(focus),
  );
  if (!isInView) findings.find('lost', `"${focus}" was not kept in view by summary ${next.seq}`);
}

/** The tolerance for sizes: tools that a mode omits are counted on one side only. */
const OFF = 0.15;

/** Compaction works from the right size of the history, after a restart too. */
function checkSizes(evidence: ContextEvidence, findings: ContextFindings): void {
  const { records } = evidence;
  const besides = Math.max(...askedIn(evidence, 'model').map(({ tokens, contents }) => tokens - tokensOf(contents)));
  const views = viewsOf(records);
  for (const record of records) {
    if (record.type !== 'context_compacted') continue;
    const tokens = besides + tokensOf(JSON.parse(views[record.seq - 2] ?? '[]') as Content[]);
    const { tokensBefore } = record.body;
    if (Math.abs(tokensBefore / tokens - 1) > OFF)
      findings.find('misjudged', `before record ${record.seq} there are ${tokens} tokens, taken for ${tokensBefore}`);
  }
}
