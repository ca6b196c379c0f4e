import type { AgentSend } from './send.ts';

/** Creates a send with plain text. */
export function createMessage(text: string): AgentSend {
  return { message: { content: [{ type: 'text', text }] } };
}
