import { AgentError } from '@bowline/protocol';

const FULL = 13;
const READ_ONLY = 8;
const BUSY = 5;
const CORRUPT = 11;
const NOT_A_DATABASE = 26;
/** The file for the index of the write-ahead log could not be resized. */
const NO_ROOM_FOR_INDEX = 4874;

/** Whether SQLite refused because another connection holds a lock. */
export function isBusy(thrown: unknown): boolean {
  return primaryCode(thrown) === BUSY;
}

/** Runs `work` and turns what it throws into an error that says what it means for the session. */
export function translateErrors<T>(what: string, work: () => T): T {
  try {
    return work();
  } catch (thrown) {
    throw toStoreError(thrown, what);
  }
}

/**
 * Turns an error of SQLite or the file system into one that says what it means for the session. `what` follows
 * `Cannot`: `open session x`.
 */
export function toStoreError(thrown: unknown, what: string): AgentError {
  if (AgentError.is(thrown)) return thrown;
  const text = thrown instanceof Error ? thrown.message : String(thrown);
  const message = `Cannot ${what}: ${text}`;
  const code = primaryCode(thrown);
  if (
    code === FULL ||
    extendedCode(thrown) === NO_ROOM_FOR_INDEX ||
    systemCode(thrown) === 'ENOSPC' ||
    systemCode(thrown) === 'EDQUOT'
  ) {
    return new AgentError('STORE_FULL', message, {
      hint: 'Free some disk space, then continue. Nothing that was saved is lost',
      retryable: true,
      cause: thrown,
    });
  }
  if (code === CORRUPT || code === NOT_A_DATABASE) {
    return new AgentError('SESSION_DAMAGED', message, {
      hint: 'Run bowline sessions salvage with its id. The original is kept',
      cause: thrown,
    });
  }
  const hint =
    code === READ_ONLY || systemCode(thrown) === 'EACCES'
      ? 'Check that you may write to the sessions folder'
      : 'Check the disk. Nothing that was saved is lost';
  return new AgentError('STORE_FAILED', message, { hint, retryable: true, cause: thrown });
}

/** SQLite's extended codes carry the primary code in their low byte. */
function primaryCode(thrown: unknown): number | undefined {
  const code = extendedCode(thrown);
  return code === undefined ? undefined : code & 0xff;
}

function extendedCode(thrown: unknown): number | undefined {
  if (typeof thrown !== 'object' || thrown === null || !('errcode' in thrown)) return undefined;
  return typeof thrown.errcode === 'number' ? thrown.errcode : undefined;
}

function systemCode(thrown: unknown): unknown {
  return typeof thrown === 'object' && thrown !== null && 'code' in thrown ? thrown.code : undefined;
}
