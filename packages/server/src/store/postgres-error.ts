import { AgentError } from '@bowline/protocol';

/** PostgreSQL ends or cannot begin: shutting down, starting up, out of connections, or a standby for now. */
const AWAY = new Set(['57P01', '57P02', '57P03', '57P05', '53300', '25006']);
const DISK_FULL = '53100';
const NOT_TEXT = '22021';
const MISSING = new Set(['3F000', '42P01', '42883']);
const REFUSED = new Set(['28000', '28P01', '42501', '3D000']);
const LOST = new Set([
  ...['ECONNREFUSED', 'ECONNRESET', 'ECONNABORTED', 'EPIPE', 'ETIMEDOUT', 'ENOTFOUND', 'EAI_AGAIN'],
  ...['EHOSTUNREACH', 'ENETUNREACH', 'ENETDOWN', 'ENOENT'],
]);
/** What the driver says where there is no code. */
const LOST_WORDS =
  /connection terminated|connection error|connection timeout|query read timeout|timeout exceeded|closed/i;

/** Whether PostgreSQL itself refused: then it has rolled back, and what was asked is known not to have happened. */
export function isVerdict(thrown: unknown): boolean {
  const state = sqlState(thrown);
  return state !== undefined && !isAway(state);
}

/** Whether the database cannot be reached for now, so that what was asked may have happened or not. */
export function isCut(thrown: unknown): boolean {
  const state = sqlState(thrown);
  if (state !== undefined) return isAway(state);
  if (AgentError.is(thrown) || !(thrown instanceof Error)) return false;
  const code = 'code' in thrown ? thrown.code : undefined;
  return typeof code === 'string' ? LOST.has(code) : LOST_WORDS.test(thrown.message) || isCut(thrown.cause);
}

/** What the driver threw, as an error that says what it means for the session. */
export function toStoreError(thrown: unknown, what: string): AgentError {
  if (AgentError.is(thrown)) return thrown;
  const message = `${what}: ${thrown instanceof Error ? describe(thrown) : String(thrown)}`;
  const state = sqlState(thrown);
  if (state === DISK_FULL) {
    return new AgentError('STORE_FULL', message, {
      hint: "free some space on the database's disk and go on; nothing acknowledged was lost",
      retryable: true,
      cause: thrown,
    });
  }
  if (state === NOT_TEXT)
    return new AgentError('RECORD_INVALID', message, { hint: 'take the NUL out of it', cause: thrown });
  return new AgentError('STORE_FAILED', message, { hint: hintFor(state, thrown), retryable: true, cause: thrown });
}

function hintFor(state: string | undefined, thrown: unknown): string {
  if (isCut(thrown)) return 'check that PostgreSQL runs and can be reached; nothing acknowledged was lost';
  if (state !== undefined && MISSING.has(state)) return 'migrate the database first';
  if (state !== undefined && REFUSED.has(state)) return 'check the user, the password and what the role was granted';
  return "see PostgreSQL's own log; nothing acknowledged was lost";
}

function isAway(state: string): boolean {
  return AWAY.has(state) || state.startsWith('08');
}

/** Only what PostgreSQL says has a severity; Node's own codes can look alike. */
function sqlState(thrown: unknown): string | undefined {
  if (typeof thrown !== 'object' || thrown === null || !('severity' in thrown) || !('code' in thrown)) return undefined;
  return typeof thrown.code === 'string' ? thrown.code : undefined;
}

/** Node gives a refused connection to a name with two addresses an empty message. */
function describe(error: Error): string {
  if (error.message !== '') return error.message;
  return 'code' in error && typeof error.code === 'string' ? error.code : error.name;
}
