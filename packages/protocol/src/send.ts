import * as z from 'zod';
import { contentPartSchema } from './content.ts';
import { AgentError } from './errors.ts';
import { inputAnswerSchema } from './inputs.ts';
import { approvalModeSchema, jsonObjectSchema } from './vocabulary.ts';

const message = z.object({
  content: z.array(contentPartSchema).min(1),
  /** What to show instead of `content`, if the client expanded what the user typed. */
  display: z.array(contentPartSchema).optional(),
  /** The client's id of this message. A message that is sent twice counts once. */
  messageId: z.string().min(1).max(128).optional(),
});

const update = z.object({
  title: z.string().optional(),
  model: z.string().optional(),
  mode: approvalModeSchema.optional(),
});

/** All inputs of an agent; exactly one of the four at a time. */
export const agentSendSchema = z.union([
  z.strictObject({ message }),
  z.strictObject({ update }),
  z.strictObject({
    input: z.object({
      inputId: z.string(),
      answer: inputAnswerSchema,
      /**
       * The user who answers, set by the client that authenticated them. `answeredBy` replaces a value from another
       * process.
       */
      by: z.string().optional(),
    }),
  }),
  z.strictObject({ action: z.object({ name: z.string(), data: jsonObjectSchema.optional() }) }),
]);
export type AgentSend = z.infer<typeof agentSendSchema>;

/** Validates a send. Throws `SEND_INVALID` with the problem. */
export function parseSend(value: unknown): AgentSend {
  const parsed = agentSendSchema.safeParse(value);
  if (parsed.success) return parsed.data;
  throw new AgentError('SEND_INVALID', `Invalid send: ${z.prettifyError(parsed.error)}`, {
    hint: 'Send exactly one of message, update, input, action',
  });
}
