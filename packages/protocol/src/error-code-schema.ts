import * as z from 'zod';
import { agentErrorCodes, quotas, refusedInputs } from './errors.ts';

/** A code of ours in data from elsewhere. */
export const agentErrorCodeSchema = z.enum(agentErrorCodes);

/** Why a quota will not be back in minutes. */
export const quotaSchema = z.enum(quotas);

/** The facts of an error in data from elsewhere. */
export const agentErrorFactsSchema = z.object({
  hint: z.string().exactOptional(),
  retryable: z.boolean().exactOptional(),
  retryAfter: z.number().nonnegative().optional(),
  quota: quotaSchema.optional(),
  refused: z.enum(refusedInputs).optional(),
  details: z.record(z.string(), z.union([z.string(), z.number(), z.boolean(), z.null()])).exactOptional(),
});
