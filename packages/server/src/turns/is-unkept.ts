import { toKeptId, type AgentEvent } from '@bowline/protocol';

/** Whether an event reports that the log could not be written. The turn stops here, and nothing of that is saved. */
export function isLiveError(event: AgentEvent): boolean {
  return event.type === 'error' && event.fatal && event.id !== toKeptId(event.id);
}
