import * as z from 'zod';
import { agentErrorCodeSchema, agentSendSchema } from '@bowline/protocol';

/** An entry in a session's inbox: a message to its agent, or a request to stop. */
export const inboxEntrySchema = z.union([
  z.strictObject({ send: agentSendSchema }),
  z.strictObject({ abort: z.literal(true) }),
]);
export type InboxEntry = z.infer<typeof inboxEntrySchema>;

/** The outcome of an entry: accepted, with the stream that answers, or refused. */
export const inboxOutcomeSchema = z.union([
  z.strictObject({ streamId: z.string().nullable() }),
  z.strictObject({
    error: z.object({
      code: agentErrorCodeSchema,
      message: z.string(),
      hint: z.string().optional(),
      retryable: z.boolean().optional(),
    }),
  }),
]);
export type InboxOutcome = z.infer<typeof inboxOutcomeSchema>;
