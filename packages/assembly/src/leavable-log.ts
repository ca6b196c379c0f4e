import { mapStrings, type Screen } from '@bowline/models';
import { AgentError } from '@bowline/protocol';
import type { NewRecord, SessionLog } from '@bowline/log';

/** A log that its writer can step away from. */
export interface LeavableLog {
  readonly log: SessionLog;
  /** From now on nothing is appended: the next writer finds the log as it stands. */
  readonly fence: () => void;
}

/**
 * The same log, until it is fenced: then whoever still drives it is told that the session is somebody else's. Known keys are
 * left out of every record: what is kept is what is shown, sent and exported.
 */
export function createLeavableLog(log: SessionLog, redact: Screen['redact']): LeavableLog {
  let isFenced = false;
  const refuseWhenShut = (): void => {
    if (isFenced) throw new AgentError('SESSION_FENCED', `Another process took over session ${log.sessionId}`);
  };
  const leavable: SessionLog = {
    get head() {
      return log.head;
    },
    sessionId: log.sessionId,
    warnings: log.warnings,
    epoch: log.epoch,
    read: (range) => log.read(range),
    tail: (from, signal) => log.tail(from, signal),
    find: (recordId) => log.find(recordId),
    findStream: (streamId) => log.findStream(streamId),
    rewinds: () => log.rewinds(),
    snapshot: (name, version, ranges) => log.snapshot(name, version, ranges),
    verify: () => log.verify(),
    close: () => log.close(),
    append: async (records, options) => {
      refuseWhenShut();
      return await log.append(
        records.map((record) => mapStrings(record, redact) as NewRecord),
        options,
      );
    },
    saveSnapshot: async (snapshot) => {
      refuseWhenShut();
      await log.saveSnapshot(snapshot);
    },
  };
  return {
    log: leavable,
    fence: () => {
      isFenced = true;
    },
  };
}
