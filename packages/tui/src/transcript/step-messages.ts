import type { AgentEvent } from '@bowline/protocol';
import type { Items } from './live-items.ts';
import type { Transcript } from './transcript.ts';

type MessageCounts = Pick<Transcript, 'queued' | 'due' | 'unanswered' | 'answerId'>;

/** No messages were sent during the turn. */
export const noMessages: MessageCounts = { queued: 0, due: 0, unanswered: 0, answerId: null };

/**
 * Counts the messages that the user sends during a turn until the model has answered them.
 *
 * No event marks a request to the model, so this follows from answers and results: a request goes out once all calls of
 * an answer have ended, or right after an answer without calls. A message that arrives during a request is in the next.
 */
export function stepMessages(before: Transcript, event: AgentEvent, live: Items): Transcript {
  if (event.threadId !== undefined) return before;
  switch (event.type) {
    case 'message':
      if (event.role === 'agent') return takeAnswer(before, event.id);
      if (event.isQueued !== true) return before;
      return { ...before, queued: before.queued + 1, unanswered: before.unanswered + 1 };
    case 'usage':
      return event.purpose === undefined ? takeAnswer(before, event.id) : before;
    case 'tool_request':
      // An answer with only calls, from a provider that reports no usage, has no other event.
      return before.answerId === null ? takeAnswer(before, event.id) : before;
    case 'tool_response':
      return hasOpenCall(live) ? before : { ...before, queued: 0, due: 0, answerId: null };
    default:
      return before;
  }
}

/** The record that an event comes from. Its events share the ID before the dot. */
export function recordOf(eventId: string): string {
  return eventId.split('.')[0] ?? eventId;
}

function takeAnswer(before: Transcript, eventId: string): Transcript {
  const answerId = recordOf(eventId);
  if (answerId === before.answerId) return before;
  const queued = before.queued - before.due;
  return { ...before, answerId, queued, due: queued, unanswered: queued };
}

function hasOpenCall(live: Items): boolean {
  return live.some((item) => item.kind === 'call' && item.endedAt === null);
}
