import type { Content, GenerateContentResponseUsageMetadata, GroundingMetadata } from '@google/genai';
import * as z from 'zod';

/** What is read of one streamed response. Parts are the model's own and go through as they are. */
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
