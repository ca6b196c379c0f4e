import type { SessionKey } from '../durable/durable-turns.ts';

/** Where a session's live events and hints of kept ones are told. */
export function toEventsTopic({ tenant, sessionId }: SessionKey): string {
  return `events/${tenant}/${sessionId}`;
}

/** Where it is told that something was put into a session's inbox. */
export function toInboxTopic({ tenant, sessionId }: SessionKey): string {
  return `inbox/${tenant}/${sessionId}`;
}

/** Where it is told that something of a session's inbox was settled; the text is the message id. */
export function toOutcomeTopic({ tenant, sessionId }: SessionKey): string {
  return `outcome/${tenant}/${sessionId}`;
}
