import { toKeptId, type AgentEvent } from '@bowline/protocol';

/** Whether an event says that the log could not be written: the turn stands still here, and nothing of that is kept. */
export function isLiveError(event: AgentEvent): boolean {
  return event.type === 'error' && event.fatal && event.id !== toKeptId(event.id);
}
