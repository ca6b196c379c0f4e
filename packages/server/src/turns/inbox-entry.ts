import * as z from 'zod';
import { agentErrorCodeSchema, agentSendSchema } from '@bowline/protocol';

/** What waits in a session's inbox: something said to its agent, or that it shall stop. */
export const inboxEntrySchema = z.union([
  z.strictObject({ send: agentSendSchema }),
  z.strictObject({ abort: z.literal(true) }),
]);
export type InboxEntry = z.infer<typeof inboxEntrySchema>;

/** What came of an entry: accepted, with the stream that answers, or refused. */
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
