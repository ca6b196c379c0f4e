import { agentErrorCodeSchema, agentEventSchema, sessionStatusSchema } from '@bowline/protocol';
import * as z from 'zod';

/** Of what is said at a door; both sides have to mean the same. */
export const DOOR_VERSION = 1;

/** No message is longer: an image of some size goes through, and nobody fills our memory. */
export const MAX_LINE = 64_000_000;

const id = z.int().nonnegative();

/** What comes in at a door. What is to be said to the agent is checked as any send is. */
export const visitorMessageSchema = z.union([
  z.strictObject({ id, say: z.unknown() }),
  z.strictObject({ id, ask: z.enum(['status', 'abort']) }),
]);
export type VisitorMessage = z.infer<typeof visitorMessageSchema>;

const errorSchema = z.object({ code: agentErrorCodeSchema, message: z.string(), hint: z.string().optional() });

/** What goes out: who is there, then every event as it is heard, and answers to what was asked. */
export const ownerMessageSchema = z.union([
  z.object({ hello: z.object({ version: z.int(), sessionId: z.string(), seq: z.int().nonnegative() }) }),
  z.object({ event: agentEventSchema }),
  z.object({ id, streamId: z.string().nullable() }),
  z.object({ id, status: sessionStatusSchema }),
  z.object({ id, error: errorSchema }),
]);
export type OwnerMessage = z.infer<typeof ownerMessageSchema>;
