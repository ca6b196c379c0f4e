import { jsonObjectSchema } from '@bowline/protocol';
import * as z from 'zod';

/** Returned to the provider with the part, unread and unchanged. */
const ofProvider = {
  /** Proves to the provider that the model produced the part. */
  signature: z.string().optional(),
  /** Any other provider data of the part. */
  provider: jsonObjectSchema.optional(),
};

const answerPartSchema = z.discriminatedUnion('type', [
  z.object({ type: z.literal('text'), text: z.string(), ...ofProvider }),
  z.object({ type: z.literal('reasoning'), text: z.string(), ...ofProvider }),
  z.object({
    type: z.literal('call'),
    callId: z.string().optional(),
    name: z.string(),
    args: jsonObjectSchema.optional(),
    ...ofProvider,
  }),
  /** An image or file: its bytes in base64, or its location. */
  z.object({
    type: z.literal('media'),
    mimeType: z.string().optional(),
    data: z.string().optional(),
    uri: z.string().optional(),
    ...ofProvider,
  }),
  /** A source of the answer; not sent to the model again. */
  z.object({ type: z.literal('citation'), uri: z.string(), title: z.string().optional() }),
  /** Content that only its provider understands. */
  z.object({ type: z.literal('other'), provider: jsonObjectSchema }),
]);

/** One part of an answer, from any provider. */
export type AnswerPart = z.infer<typeof answerPartSchema>;

/** A complete answer, as stored in the log. */
export const answerContentSchema = z.array(answerPartSchema);

/** Returns the text of an answer, without thoughts. */
export function toAnswerText(content: readonly AnswerPart[]): string {
  return content.map((part) => (part.type === 'text' ? part.text : '')).join('');
}
