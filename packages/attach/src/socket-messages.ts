import { agentErrorCodeSchema, agentEventSchema, sessionStatusSchema } from '@bowline/protocol';
import * as z from 'zod';

/** The version of the protocol, which must be the same on both sides. */
export const SOCKET_VERSION = 1;

/** Maximum length of a message: large enough for an image, and small enough to protect our memory. */
export const MAX_LINE = 64_000_000;

const id = z.int().nonnegative();

/** A message from a client. What is sent to the agent is validated separately, like any other send. */
export const visitorMessageSchema = z.union([
  z.strictObject({ id, say: z.unknown() }),
  z.strictObject({ id, ask: z.enum(['status', 'abort']) }),
]);
export type VisitorMessage = z.infer<typeof visitorMessageSchema>;

const errorSchema = z.object({ code: agentErrorCodeSchema, message: z.string(), hint: z.string().optional() });

/** A message to a client: a greeting first, then every event, and answers to requests. */
export const ownerMessageSchema = z.union([
  z.object({ hello: z.object({ version: z.int(), sessionId: z.string(), seq: z.int().nonnegative() }) }),
  z.object({ event: agentEventSchema }),
  z.object({ id, streamId: z.string().nullable() }),
  z.object({ id, status: sessionStatusSchema }),
  z.object({ id, error: errorSchema }),
]);
export type OwnerMessage = z.infer<typeof ownerMessageSchema>;
