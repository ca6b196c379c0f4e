import { AgentError } from '@bowline/protocol';

/** PostgreSQL is unavailable: shutting down, starting up, out of connections, or currently a standby. */
const AWAY = new Set(['57P01', '57P02', '57P03', '57P05', '53300', '25006']);
const DISK_FULL = '53100';
const NOT_TEXT = '22021';
const MISSING = new Set(['3F000', '42P01', '42883']);
const REFUSED = new Set(['28000', '28P01', '42501', '3D000']);
const LOST = new Set([
  ...['ECONNREFUSED', 'ECONNRESET', 'ECONNABORTED', 'EPIPE', 'ETIMEDOUT', 'ENOTFOUND', 'EAI_AGAIN'],
  ...['EHOSTUNREACH', 'ENETUNREACH', 'ENETDOWN', 'ENOENT'],
]);
/** Messages of driver errors that have no code. */
const LOST_WORDS =
  /connection terminated|connection error|connection timeout|query read timeout|timeout exceeded|closed/i;

/** Whether PostgreSQL itself rejected the query. If so, it has rolled back, and the query had no effect. */
export function isVerdict(thrown: unknown): boolean {
  const state = sqlState(thrown);
  return state !== undefined && !isAway(state);
}

/** Whether the database is currently unreachable. If so, the query may or may not have taken effect. */
export function isCut(thrown: unknown): boolean {
  const state = sqlState(thrown);
  if (state !== undefined) return isAway(state);
  if (AgentError.is(thrown) || !(thrown instanceof Error)) return false;
  const code = 'code' in thrown ? thrown.code : undefined;
  return typeof code === 'string' ? LOST.has(code) : LOST_WORDS.test(thrown.message) || isCut(thrown.cause);
}

/** Converts a driver error into one that says what it means for the session. `what` follows `Cannot`: `list sessions`. */
export function toStoreError(thrown: unknown, what: string): AgentError {
  if (AgentError.is(thrown)) return thrown;
  const message = `Cannot ${what}: ${thrown instanceof Error ? describe(thrown) : String(thrown)}`;
  const state = sqlState(thrown);
  if (state === DISK_FULL) {
    return new AgentError('STORE_FULL', message, {
      hint: "Free some space on the database's disk and continue. No acknowledged record was lost",
      retryable: true,
      cause: thrown,
    });
  }
  if (state === NOT_TEXT)
    return new AgentError('RECORD_INVALID', message, { hint: 'Remove NUL characters from the input', cause: thrown });
  return new AgentError('STORE_FAILED', message, { hint: hintFor(state, thrown), retryable: true, cause: thrown });
}

function hintFor(state: string | undefined, thrown: unknown): string {
  if (isCut(thrown)) return 'Check that PostgreSQL is running and reachable. No acknowledged record was lost';
  if (state !== undefined && MISSING.has(state)) return 'Migrate the database first';
  if (state !== undefined && REFUSED.has(state)) return 'Check the user, the password and the privileges of the role';
  return "See PostgreSQL's own log. No acknowledged record was lost";
}

function isAway(state: string): boolean {
  return AWAY.has(state) || state.startsWith('08');
}

/** Only PostgreSQL errors have a severity. Node's error codes can look like SQLSTATE codes. */
function sqlState(thrown: unknown): string | undefined {
  if (typeof thrown !== 'object' || thrown === null || !('severity' in thrown) || !('code' in thrown)) return undefined;
  return typeof thrown.code === 'string' ? thrown.code : undefined;
}

/** Falls back to the code: Node's message is empty when a host with two addresses refuses the connection. */
function describe(error: Error): string {
  if (error.message !== '') return error.message;
  return 'code' in error && typeof error.code === 'string' ? error.code : error.name;
}
