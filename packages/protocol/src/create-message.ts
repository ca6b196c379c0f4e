import type { AgentSend } from './send.ts';

/** A send of plain text. */
export function createMessage(text: string): AgentSend {
  return { message: { content: [{ type: 'text', text }] } };
}
