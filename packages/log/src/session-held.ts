import { AgentError } from '@bowline/protocol';
import type { LogOwner } from './session-log.ts';

/** Who holds a session and since when, as an error for the one who came second; nobody may know who. */
export function sessionHeld(sessionId: string, owner: (LogOwner & { readonly since: string }) | undefined): AgentError {
  const who =
    owner === undefined ? 'another process' : `${owner.name} (pid ${owner.pid} on ${owner.host}, since ${owner.since})`;
  return new AgentError('SESSION_BUSY', `session ${sessionId} is in use by ${who}`, {
    hint: `show it with bowline attach ${sessionId}, or take it over with --takeover`,
    retryable: true,
    details: { ...owner },
  });
}
