import { jsonObjectSchema } from '@bowline/protocol';
import * as z from 'zod';

/** What goes back to the provider with a part, unread and unchanged. */
const ofProvider = {
  /** Proves to the provider that the part is the model's own. */
  signature: z.string().optional(),
  /** Whatever else the provider said of the part. */
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
  /** A picture or file: its bytes in base64, or where it is. */
  z.object({
    type: z.literal('media'),
    mimeType: z.string().optional(),
    data: z.string().optional(),
    uri: z.string().optional(),
    ...ofProvider,
  }),
  /** A source that the answer rests on; the model is not sent it again. */
  z.object({ type: z.literal('citation'), uri: z.string(), title: z.string().optional() }),
  /** What only its provider understands. */
  z.object({ type: z.literal('other'), provider: jsonObjectSchema }),
]);

/** One part of an answer, whatever provider it came from. */
export type AnswerPart = z.infer<typeof answerPartSchema>;

/** A whole answer, as the log keeps it. */
export const answerContentSchema = z.array(answerPartSchema);

/** What an answer says, without what was only thought. */
export function toAnswerText(content: readonly AnswerPart[]): string {
  return content.map((part) => (part.type === 'text' ? part.text : '')).join('');
}
