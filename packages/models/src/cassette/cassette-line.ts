import type { Content, GenerateContentResponseUsageMetadata, GroundingMetadata } from '@google/genai';
import { AgentError, agentErrorCodeSchema } from '@bowline/protocol';
import * as z from 'zod';

/** The first line of a cassette; it may come again where two recordings were put in one file. */
export const cassetteHeaderSchema = z.object({ bowline: z.literal('cassette'), v: z.literal(1) });
export const cassetteHeader: z.infer<typeof cassetteHeaderSchema> = { bowline: 'cassette', v: 1 };

const isObject = (value: unknown): value is object =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

function isContent(value: unknown): boolean {
  if (!isObject(value)) return false;
  return !('parts' in value) || (Array.isArray(value.parts) && value.parts.every(isObject));
}

const chunkSchema = z.object({
  content: z.custom<Content>(isContent).optional(),
  finishReason: z.string().optional(),
  finishMessage: z.string().optional(),
  usage: z.custom<GenerateContentResponseUsageMetadata>(isObject).optional(),
  blockReason: z.string().optional(),
  grounding: z.custom<GroundingMetadata>(isObject).optional(),
});

const errorSchema = z.object({
  code: agentErrorCodeSchema,
  message: z.string(),
  hint: z.string().optional(),
  retryable: z.boolean(),
  details: z.record(z.string(), z.union([z.string(), z.number(), z.boolean(), z.null()])),
});
type CassetteError = z.infer<typeof errorSchema>;

/** One request and all that came back for it. Of the request there is only enough to tell it from others. */
export const cassetteEntrySchema = z.object({
  v: z.literal(1),
  model: z.string(),
  request: z.object({ digest: z.string(), messages: z.int().nonnegative(), lastUser: z.string() }),
  chunks: z.array(chunkSchema),
  error: errorSchema.optional(),
  aborted: z.literal(true).optional(),
  at: z.string(),
});
export type CassetteEntry = z.infer<typeof cassetteEntrySchema>;

/** An error as a line has it; its cause stays behind. */
export function toCassetteError({ code, message, hint, retryable, details }: AgentError): CassetteError {
  return { code, message, ...(hint === undefined ? {} : { hint }), retryable, details };
}

/** The same error again. */
export function fromCassetteError({ code, message, hint, retryable, details }: CassetteError): AgentError {
  return new AgentError(code, message, { ...(hint === undefined ? {} : { hint }), retryable, details });
}
