import type { Content, GenerateContentResponseUsageMetadata, GroundingMetadata } from '@google/genai';
import { AgentError, agentErrorCodeSchema, agentErrorFactsSchema } from '@bowline/protocol';
import * as z from 'zod';

/** The first line of a cassette; it may repeat if two recordings were concatenated. */
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
  ...agentErrorFactsSchema.shape,
});
type CassetteError = z.infer<typeof errorSchema>;

/** One request and its whole answer. Of the request, only enough is stored to tell it from others. */
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

/** Converts an error to its stored form, without its cause. */
export function toCassetteError({ code, message, facts }: AgentError): CassetteError {
  return { code, message, ...facts };
}

/** Restores an error. Older recordings have some of today's fields in the details. */
export function fromCassetteError({ code, message, ...facts }: CassetteError): AgentError {
  const { retryAfterMs: retryAfter, limit: quota, refused } = facts.details ?? {};
  const older = agentErrorFactsSchema.safeParse(JSON.parse(JSON.stringify({ retryAfter, quota, refused })));
  return new AgentError(code, message, { ...older.data, ...facts });
}
