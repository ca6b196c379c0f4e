import type { LogOwner, NewRecord } from '@bowline/log';

/** A writer that does not exist as a process. */
export const owner: LogOwner = { pid: 4711, host: 'here', name: 'test' };

/** The first record of a session. */
export function started(sessionId: string, workspace = '/workspace'): NewRecord {
  return { type: 'session_started', body: { sessionId, workspace, agent: 'main', versions: {}, settings: {} } };
}

/** Creates a record without any effect on the state. */
export function note(text: string): NewRecord {
  return { type: 'notice', body: { level: 'info', code: 'TEST', text } };
}
