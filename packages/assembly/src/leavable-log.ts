import { mapStrings, type Screen } from '@bowline/models';
import { AgentError } from '@bowline/protocol';
import type { NewRecord, SessionLog } from '@bowline/log';

/** A log that its writer can stop writing to. */
export interface LeavableLog {
  readonly log: SessionLog;
  /** Rejects all further writes, so that the next writer finds the log unchanged. */
  readonly fence: () => void;
}

/**
 * Wraps a log until it is fenced. Then a writer gets an error that another process took over the session. Known keys
 * are removed from every record before it is written, because records are shown, sent and exported.
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
    confirm: log.confirm && (async () => await log.confirm?.()),
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
