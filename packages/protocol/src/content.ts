import * as z from 'zod';

const text = z.object({ type: z.literal('text'), text: z.string() });
const thought = z.object({ type: z.literal('thought'), text: z.string(), subject: z.string().optional() });
const media = z.object({
  type: z.literal('media'),
  mimeType: z.string(),
  data: z.base64(),
  name: z.string().optional(),
});
const reference = z.object({
  type: z.literal('reference'),
  uri: z.string(),
  mimeType: z.string().optional(),
  name: z.string().optional(),
});

/** One part of a message from the user, the model or a tool. */
export const contentPartSchema = z.discriminatedUnion('type', [text, thought, media, reference]);
export type ContentPart = z.infer<typeof contentPartSchema>;

/** The to-do list of the agent. */
export const todosSchema = z.array(
  z.object({ text: z.string(), status: z.enum(['pending', 'active', 'done', 'dropped']) }),
);

/** How a call or its result is shown to the user. The model never sees it. */
export const displaySchema = z.discriminatedUnion('type', [
  z.object({ type: z.literal('text'), text: z.string() }),
  z.object({ type: z.literal('diff'), path: z.string(), before: z.string(), after: z.string() }),
  z.object({
    type: z.literal('command'),
    command: z.string(),
    cwd: z.string().optional(),
    /** The parsed words of every program that the command starts; absent if it could not be parsed. */
    programs: z.array(z.array(z.string())).optional(),
  }),
  z.object({ type: z.literal('todos'), items: todosSchema }),
]);
export type Display = z.infer<typeof displaySchema>;
