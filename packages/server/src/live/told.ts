import { agentEventSchema, toKeptId, type AgentEvent } from '@bowline/protocol';
import { toSeq } from '@bowline/log';
import * as z from 'zod';

const toldSchema = z.union([
  z.object({ by: z.string(), at: z.int().positive() }),
  z.object({ by: z.string(), live: agentEventSchema }),
]);

/**
 * What a worker tells on the bus: that the log has come to record `at`, or an event that is shown as it happens and
 * kept nowhere. `by` is one run of one worker.
 */
export type BusMessage = z.infer<typeof toldSchema>;

/** An event as it is told; undefined for one that belongs to no record. */
export function toTold(by: string, event: AgentEvent): BusMessage | undefined {
  // By its id, not its type: an error that could not be kept is live too.
  if (event.id !== toKeptId(event.id)) return { by, live: event };
  const at = toRecordSeq(event.id);
  return at === undefined ? undefined : { by, at };
}

/** A text of the bus, or undefined when it is none of ours. */
export function parseTold(text: string): BusMessage | undefined {
  try {
    return toldSchema.safeParse(JSON.parse(text)).data;
  } catch {
    return undefined; // not JSON: processes that must know read the log
  }
}

/** The record that an event comes from, or that a live one came after. */
export function toRecordSeq(eventId: string): number | undefined {
  return toSeq(toRecordId(eventId));
}

/** The id of that record. */
export function toRecordId(eventId: string): string {
  const [recordId = ''] = toKeptId(eventId).split('.');
  return recordId;
}
