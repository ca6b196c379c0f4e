import * as z from 'zod';
import { inputRequestSchema } from './inputs.ts';
import { approvalModeSchema } from './vocabulary.ts';

/** Validates a `SessionStatus` from the network. */
export const sessionStatusSchema = z.object({
  sessionId: z.string(),
  activeStreamId: z.string().nullable(),
  pendingInputs: z.array(inputRequestSchema),
  waitsUntil: z.string().nullable(),
  mode: approvalModeSchema,
  model: z.string().nullable(),
  title: z.string().nullable(),
  isConfined: z.boolean().optional(),
});
