import type { Content, GenerateContentResponseUsageMetadata, GroundingMetadata } from '@google/genai';
import * as z from 'zod';

/** The fields that are read from a streamed response. Parts of the model pass through unchanged. */
export const wireResponseSchema = z.object({
  error: z.object({ code: z.number().optional() }).optional(),
  candidates: z
    .array(
      z.object({
        content: z.custom<Content>((value) => typeof value === 'object' && value !== null).optional(),
        finishReason: z.string().optional(),
        finishMessage: z.string().optional(),
        groundingMetadata: z
          .custom<GroundingMetadata>((value) => typeof value === 'object' && value !== null)
          .optional(),
      }),
    )
    .optional(),
  usageMetadata: z
    .custom<GenerateContentResponseUsageMetadata>((value) => typeof value === 'object' && value !== null)
    .optional(),
  promptFeedback: z.object({ blockReason: z.string().optional() }).optional(),
});
