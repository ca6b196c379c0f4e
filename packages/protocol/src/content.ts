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

/** One piece of a message: what a person, the model or a tool said, showed or pointed at. */
export const contentPartSchema = z.discriminatedUnion('type', [text, thought, media, reference]);
export type ContentPart = z.infer<typeof contentPartSchema>;

/** A list of things to do, as the agent keeps it. */
export const todosSchema = z.array(
  z.object({ text: z.string(), status: z.enum(['pending', 'active', 'done', 'dropped']) }),
);

/** How a call or its result is shown to a person; the model never sees it. */
export const displaySchema = z.discriminatedUnion('type', [
  z.object({ type: z.literal('text'), text: z.string() }),
  z.object({ type: z.literal('diff'), path: z.string(), before: z.string(), after: z.string() }),
  z.object({
    type: z.literal('command'),
    command: z.string(),
    cwd: z.string().optional(),
    /** The words of every program that it starts, as they were understood; absent when it was not. */
    programs: z.array(z.array(z.string())).optional(),
  }),
  z.object({ type: z.literal('todos'), items: todosSchema }),
]);
export type Display = z.infer<typeof displaySchema>;
