import * as z from 'zod';
import { agentErrorCodes, quotas, refusedInputs } from './errors.ts';

/** Validates an error code in external data. */
export const agentErrorCodeSchema = z.enum(agentErrorCodes);

/** Why a quota does not recover within minutes. */
export const quotaSchema = z.enum(quotas);

/** Validates the facts of an error in external data. */
export const agentErrorFactsSchema = z.object({
  hint: z.string().exactOptional(),
  retryable: z.boolean().exactOptional(),
  retryAfter: z.number().nonnegative().optional(),
  quota: quotaSchema.optional(),
  refused: z.enum(refusedInputs).optional(),
  details: z.record(z.string(), z.union([z.string(), z.number(), z.boolean(), z.null()])).exactOptional(),
});
