import type { LogRecord, RecordOf } from '@bowline/log';
import { runOf, type ContextEvidence } from './context-evidence.ts';
import type { ContextFindings } from './context-findings.ts';
import { effectOf } from './context-script.ts';

type Response = RecordOf<'tool_finished'> | RecordOf<'tool_interrupted'>;

/**
 * Every call has one response, every effect happened once or is reported as unknown, every masked result is in its
 * file.
 */
export function checkCalls(evidence: ContextEvidence, findings: ContextFindings): void {
  const { records, effects } = evidence;
  for (const record of records) if (record.type === 'tool_requested') checkCall(record, evidence, findings);
  for (const line of new Set(effects)) {
    const times = effects.filter((each) => each === line).length;
    if (times > 1) findings.find('doubled', `the effect of ${line} is there ${times} times`);
  }
  const masked = records.flatMap((record) => (record.type === 'context_masked' ? record.body.calls : []));
  findings.counts.masked += masked.length;
  if (new Set(masked.map(({ callId }) => callId)).size < masked.length)
    findings.find('doubled', 'a result is masked twice');
  for (const { callId, artifact = '' } of masked) {
    const whole = textOf(responsesTo(records, callId)[0]);
    if (evidence.files.get(artifact) !== whole)
      findings.find('lost', `${artifact} does not hold the result of ${callId}`);
  }
}

function checkCall(
  { seq, body: { callId, name, args } }: RecordOf<'tool_requested'>,
  evidence: ContextEvidence,
  findings: ContextFindings,
): void {
  const responses = responsesTo(evidence.records, callId);
  const [response] = responses;
  if (responses.length > 1) findings.find('doubled', `${name} of record ${seq} has ${responses.length} responses`);
  if (response === undefined) {
    findings.find('unanswered', `${name} of record ${seq}`);
    return;
  }
  const isGood = response.type === 'tool_finished' && !response.body.isError;
  const begun = evidence.records.find((record) => record.type === 'tool_started' && record.body.callId === callId);
  const isCutOff = begun !== undefined && runOf(evidence, begun.seq) !== runOf(evidence, response.seq);
  if (isCutOff && response.type !== 'tool_interrupted') findings.find('unknownHidden', `${name} of record ${seq}`);
  else if (isCutOff) findings.counts.interruptedShown += 1;
  else if (!isGood) findings.find('falseReports', `${name} of record ${seq} failed`);
  if (isGood && name === 'write' && !evidence.effects.includes(effectOf(args['step'])))
    findings.find('falseReports', `${name} of record ${seq} is done and left no effect`);
}

function responsesTo(records: readonly LogRecord[], callId: string): Response[] {
  return records.filter(
    (record): record is Response =>
      (record.type === 'tool_finished' || record.type === 'tool_interrupted') && record.body.callId === callId,
  );
}

function textOf(response: Response | undefined): string | undefined {
  if (response?.type !== 'tool_finished') return response?.body.reason;
  return response.body.content.flatMap((part) => (part.type === 'text' ? [part.text] : [])).join('\n');
}
