import type { AgentSend } from './send.ts';

/**
 * Returns the send with `by` set to this user. Where a send enters a process, this replaces any name from the client.
 */
export function answeredBy(send: AgentSend, by: string): AgentSend {
  return 'input' in send ? { input: { ...send.input, by } } : send;
}
