import { AgentError } from '@bowline/protocol';
import type { LogOwner } from './session-log.ts';

/** The error for a session that another process has open. */
export function sessionHeld(sessionId: string, owner: (LogOwner & { readonly since: string }) | undefined): AgentError {
  const who =
    owner === undefined
      ? 'another process'
      : `${owner.name} (process ${owner.pid} on ${owner.host}, since ${owner.since})`;
  return new AgentError('SESSION_BUSY', `Session ${sessionId} is in use by ${who}`, {
    hint: 'Close it there, or take it over',
    retryable: true,
    details: { ...owner, sessionId },
  });
}
