import type { AgentSend } from './send.ts';

/** The same send, answered by this person. Where a send enters a process, this replaces whatever name the client wrote. */
export function answeredBy(send: AgentSend, by: string): AgentSend {
  return 'input' in send ? { input: { ...send.input, by } } : send;
}
