import type { LogRecord } from '@bowline/log';
import { toAnswerText } from '@bowline/log';
import { DONE, effectsOf, type Scene } from './upgrade-script.ts';

/** A session before and after the upgrade. */
export interface UpgradeEvidence {
  readonly scene: Scene;
  /** The ids of the records that the older build left. */
  readonly before: readonly string[];
  /** The time when the older build had stopped. */
  readonly upgradedAt: string;
  /** All records at the end, as read by this build. */
  readonly after: readonly LogRecord[];
  /** The lines that its commands wrote. */
  readonly effects: readonly string[];
}

/**
 * What was lost, what happened twice, and the scenes that the older build finished itself, which then prove nothing.
 */
export interface UpgradeFindings {
  readonly lost: readonly string[];
  readonly doubled: readonly string[];
  readonly early: readonly string[];
}

/**
 * Compares a session with what must happen: every record is kept, every call and question is answered once, one end.
 */
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
