import { agentEventSchema, toKeptId, type AgentEvent } from '@bowline/protocol';
import { toSeq } from '@bowline/log';
import * as z from 'zod';

const toldSchema = z.union([
  z.object({ by: z.string(), at: z.int().positive() }),
  z.object({ by: z.string(), live: agentEventSchema }),
]);

/**
 * A message that a worker publishes on the bus: a hint that the log has reached record `at`, or a live event, which is
 * not saved anywhere. `by` identifies one run of one worker.
 */
export type BusMessage = z.infer<typeof toldSchema>;

/** Converts an event into a message. Returns undefined for an event that belongs to no record. */
export function toTold(by: string, event: AgentEvent): BusMessage | undefined {
  // Decided by its ID, not its type: an error that could not be saved is live too.
  if (event.id !== toKeptId(event.id)) return { by, live: event };
  const at = toRecordSeq(event.id);
  return at === undefined ? undefined : { by, at };
}

/** Parses a bus message. Returns undefined for anything else. */
export function parseTold(text: string): BusMessage | undefined {
  try {
    return toldSchema.safeParse(JSON.parse(text)).data;
  } catch {
    return undefined; // not JSON; processes that must not miss anything read the log
  }
}

/** The number of the record that contains an event, or that precedes a live event. */
export function toRecordSeq(eventId: string): number | undefined {
  return toSeq(toRecordId(eventId));
}

/** The ID of that record. */
export function toRecordId(eventId: string): string {
  const [recordId = ''] = toKeptId(eventId).split('.');
  return recordId;
}
