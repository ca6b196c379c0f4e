import type { Content } from '@google/genai';
import { estimateContent, familyOf } from '@bowline/context';
import type { LogRecord } from '@bowline/log';
import type { ApprovalMode } from '@bowline/protocol';
import { History } from '../../packages/runtime/src/journal/history.ts';
import { askedIn, type Asked, type ContextEvidence } from './context-evidence.ts';
import type { ContextFindings } from './context-findings.ts';
import { instructionOf, MEMORY, toolsOf } from './context-script.ts';

/** Records that may be appended between the moment a request's content is fixed and the moment it is sent. */
const meanwhile: ReadonlySet<LogRecord['type']> = new Set([
  'model_selected',
  'utility_called',
  'steering_message',
  'mode_changed',
  'compaction_requested',
]);

/** What the model is shown after each record, computed from the start of the log. */
export function viewsOf(records: readonly LogRecord[]): string[] {
  const family = familyOf('scripted');
  const history = new History((content) => estimateContent(content, family));
  return records.map((record) => {
    history.take(record);
    return JSON.stringify(history.contents);
  });
}

/** The mode after each record. */
export function modesOf(records: readonly LogRecord[]): ApprovalMode[] {
  let mode: ApprovalMode = 'default';
  return records.map((record) => (mode = record.type === 'mode_changed' ? record.body.mode : mode));
}

/** Compares every request to the model with the log: it shows what the log says, without gaps or duplicates. */
export function checkViews(evidence: ContextEvidence, findings: ContextFindings): void {
  const { records } = evidence;
  const views = viewsOf(records);
  const modes = modesOf(records);
  const asked = askedIn(evidence, 'model');
  findings.counts.requests += asked.length;
  findings.counts.requestsAfterKill += asked.filter(({ run }) => run > 0).length;
  for (const request of asked) {
    const seen = seenBy(request, records, views);
    if (seen === undefined) findings.find('viewsDiffer', `of the request after record ${request.head}`);
    else checkMode(request, modes[seen - 1] ?? 'default', findings);
    checkShown(request, records.slice(0, seen ?? request.head), findings);
  }
  checkSeen(evidence, { views, asked }, findings);
}

/** The record up to which a request shows the log; undefined if it shows something else. */
function seenBy(
  { head, contents }: Asked,
  records: readonly LogRecord[],
  views: readonly string[],
): number | undefined {
  const shown = JSON.stringify(contents);
  for (let seq = head; seq > 0; seq -= 1) {
    if (views[seq - 1] === shown) return seq;
    if (!meanwhile.has(records[seq - 1]?.type ?? 'rewound')) return undefined;
  }
  return undefined;
}

function checkMode({ head, instruction, tools }: Asked, mode: ApprovalMode, findings: ContextFindings): void {
  if (instruction === instructionOf(mode) && tools.toSorted().join() === toolsOf(mode).toSorted().join()) return;
  findings.find('modesDiffer', `after record ${head} it is ${mode}, and asked is: ${instruction} ${tools.join()}`);
}

/** Every message and memory file so far is shown once, verbatim or inside a summary, and calls have their results. */
function checkShown({ head, contents }: Asked, records: readonly LogRecord[], findings: ContextFindings): void {
  const texts = contents.flatMap(({ parts = [] }) => parts.flatMap(({ text }) => text ?? [])).join('\n');
  for (const text of records.flatMap(toTexts)) {
    const times = texts.split(text).length - 1;
    if (times === 0) findings.find('lost', `"${text}" is not shown after record ${head}`);
    if (times > 1) findings.find('doubled', `"${text}" is shown ${times} times after record ${head}`);
  }
  const odd = unpairedCalls(contents);
  if (odd.length > 0) findings.find('unanswered', `shown after record ${head}: ${odd.join()}`);
}

function toTexts(record: LogRecord): string[] {
  if (record.type === 'memory_loaded') return [MEMORY.text];
  if (record.type !== 'user_message' && record.type !== 'steering_message') return [];
  return record.body.content.flatMap((part) => (part.type === 'text' ? [part.text] : []));
}

/** Calls that are not directly followed by their results, and results without their calls. */
function unpairedCalls(contents: readonly Content[]): string[] {
  return contents.flatMap(({ parts = [] }, n) => {
    const calls = parts.flatMap((part) => part.functionCall?.id ?? []);
    const results = (contents[n + 1]?.parts ?? []).flatMap((part) => part.functionResponse?.id ?? []);
    return calls.join() === results.join() ? [] : [...calls, ...results];
  });
}

/** An answer saw what its `seen` field claims, and every message was seen by an answer. */
function checkSeen(
  { records }: ContextEvidence,
  { views, asked }: { readonly views: readonly string[]; readonly asked: readonly Asked[] },
  findings: ContextFindings,
): void {
  const shown = new Set(asked.map(({ contents }) => JSON.stringify(contents)));
  let last = 0;
  for (const record of records) {
    if (record.type !== 'model_answered') continue;
    const { seen = 0 } = record.body;
    last = Math.max(last, seen);
    if (!shown.has(views[seen - 1] ?? ''))
      findings.find('viewsDiffer', `answer ${record.seq} says that it saw record ${seen}, but no request showed it`);
  }
  for (const { seq, type } of records)
    if (seq > last && (type === 'user_message' || type === 'steering_message'))
      findings.find('lost', `what was said in record ${seq} was never seen by an answer`);
}
