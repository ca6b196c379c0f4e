import type { AgentEvent } from '@bowline/protocol';
import type { Transcript } from './transcript.ts';

/** Whether the process that ran the session is gone: no end of the stream will follow. */
export function isLastHeard({ code, fatal, threadId }: Extract<AgentEvent, { type: 'error' }>): boolean {
  return fatal && threadId === undefined && code === 'SESSION_CLOSED';
}

/** Whether a notice tells of the limit that ends the open stream: the end follows, and says it. */
export function endsStream(
  { stream }: Pick<Transcript, 'stream'>,
  { code, threadId }: Extract<AgentEvent, { type: 'notice' }>,
): boolean {
  return stream !== null && threadId === undefined && code.startsWith('MAX_');
}
