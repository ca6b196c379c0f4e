import type { AgentEvent } from '@bowline/protocol';
import type { Transcript } from './transcript.ts';

/** Whether the process that ran the session is gone, so that the stream will not end otherwise. */
export function isLastHeard({ code, fatal, threadId }: Extract<AgentEvent, { type: 'error' }>): boolean {
  return fatal && threadId === undefined && code === 'SESSION_CLOSED';
}

/** Whether a notice reports the limit that ends the open stream. The end event follows and reports it. */
export function endsStream(
  { stream }: Pick<Transcript, 'stream'>,
  { code, threadId }: Extract<AgentEvent, { type: 'notice' }>,
): boolean {
  return stream !== null && threadId === undefined && code.startsWith('MAX_');
}
