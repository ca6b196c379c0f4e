import type { AgentEvent, InputRequest } from '@bowline/protocol';
import type { Transcript } from './transcript.ts';

type Asked = Extract<AgentEvent, { type: 'input_request' | 'input_preview' | 'input_response' }>;

/** Updates the pending questions and the time spent waiting for the user. */
export function stepPending(before: Transcript, event: Asked): Transcript {
  if (event.type === 'input_preview')
    return { ...before, pending: before.pending.map((each) => withPreview(each, event)) };
  const pending =
    event.type === 'input_request'
      ? [...before.pending, event.request]
      : before.pending.filter(({ inputId }) => inputId !== event.inputId);
  return { ...before, pending, stream: stepWait(before, pending.length, event.at) };
}

function withPreview(
  request: InputRequest,
  { inputId, preview }: Extract<AgentEvent, { type: 'input_preview' }>,
): InputRequest {
  if (request.inputId !== inputId || request.kind !== 'confirmation') return request;
  // Also a copy without a preview: the run in a copy has ended.
  return preview === undefined ? { ...request } : { ...request, preview };
}

function stepWait({ stream, pending }: Transcript, count: number, at: string): Transcript['stream'] {
  if (stream === null) return null;
  if (pending.length === 0 && count > 0) return { ...stream, waitsSince: at };
  if (pending.length === 0 || count > 0) return stream;
  return { ...stream, waitedMs: waitedUntil(stream, at) };
}

/** How long a stream has waited for the user, in milliseconds. */
export function waitedUntil(stream: NonNullable<Transcript['stream']>, at: string): number {
  const { waitedMs = 0, waitsSince = at } = stream;
  return waitedMs + Math.max(0, Date.parse(at) - Date.parse(waitsSince));
}
