import type { LogRecord } from '@bowline/log';
import { toAnswerText } from '@bowline/log';
import { DONE, effectsOf, type Scene } from './upgrade-script.ts';

/** What is known of a session before and after the upgrade. */
export interface UpgradeEvidence {
  readonly scene: Scene;
  /** As the older build left it: ids of its records. */
  readonly before: readonly string[];
  /** When nothing of the older build ran any more. */
  readonly upgradedAt: string;
  /** All records, as this build reads them at the end. */
  readonly after: readonly LogRecord[];
  /** The lines that its commands wrote. */
  readonly effects: readonly string[];
}

/** What was lost, what happened twice, and what the older build finished itself, which then shows nothing. */
export interface UpgradeFindings {
  readonly lost: readonly string[];
  readonly doubled: readonly string[];
  readonly early: readonly string[];
}

/** Compares a session with what had to happen: every record kept, every call and question answered once, one end. */
export function checkUpgrade({ scene, before, upgradedAt, after, effects }: UpgradeEvidence): UpgradeFindings {
  const counted = [
    ...before.map((id) => ['record', id, after.filter((record) => record.id === id).length] as const),
    ...effectsOf[scene].map((name) => ['effect', name, effects.filter((line) => line === name).length] as const),
    ...after.flatMap((record) => toCounts(record, after)),
    ['end', scene, after.filter(({ type, body }) => type === 'stream_ended' && isComplete(body)).length] as const,
    ['answer', scene, after.filter((record) => record.type === 'model_answered' && isLast(record)).length] as const,
  ];
  const say = ([what, name, count]: readonly [string, string, number]): string => `${what} ${name}: ${count}`;
  return {
    lost: counted.filter(([, , count]) => count === 0).map(say),
    doubled: counted.filter(([, , count]) => count > 1).map(say),
    early: after.filter(({ type, at }) => type === 'stream_ended' && at < upgradedAt).map(() => scene),
  };
}

function toCounts(record: LogRecord, all: readonly LogRecord[]): (readonly [string, string, number])[] {
  if (record.type === 'tool_requested') {
    const { callId } = record.body;
    const results = all.filter(
      ({ type, body }) => type === 'tool_finished' && 'callId' in body && body.callId === callId,
    );
    return [['result', callId, results.length]];
  }
  if (record.type !== 'input_requested') return [];
  const { inputId } = record.body.request;
  const answers = all.filter(
    ({ type, body }) => type === 'input_resolved' && 'inputId' in body && body.inputId === inputId,
  );
  return [['answer', inputId, answers.length]];
}

function isComplete(body: LogRecord['body']): boolean {
  return 'reason' in body && body.reason === 'completed';
}

function isLast(record: Extract<LogRecord, { type: 'model_answered' }>): boolean {
  return toAnswerText(record.body.content) === DONE;
}
