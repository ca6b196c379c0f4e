import type { SessionKey } from '../durable/durable-turns.ts';

/** The topic of a session's live events, and of hints that saved events are available. */
export function toEventsTopic({ tenant, sessionId }: SessionKey): string {
  return `events/${tenant}/${sessionId}`;
}

/** The topic of hints that an entry was added to a session's inbox. */
export function toInboxTopic({ tenant, sessionId }: SessionKey): string {
  return `inbox/${tenant}/${sessionId}`;
}

/** The topic of hints that an inbox entry was settled. The text is the message ID. */
export function toOutcomeTopic({ tenant, sessionId }: SessionKey): string {
  return `outcome/${tenant}/${sessionId}`;
}
