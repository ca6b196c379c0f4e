import * as z from 'zod';

const hash = z.string().regex(/^[\da-f]{64}$/);
const mode = z.int().min(0).max(0o7777);

/** What is at a path. */
export const fileStateSchema = z.discriminatedUnion('kind', [
  /** `hash` is the SHA-256 of the content. */
  z.object({ kind: z.literal('file'), hash, size: z.int().nonnegative(), mode }),
  /** `target` as any other path: a name that is not valid UTF-8 is escaped. */
  z.object({ kind: z.literal('link'), target: z.string() }),
  z.object({ kind: z.literal('folder'), mode }),
]);

/** A path relative to the workspace, and what was there before and after. Null: nothing. */
export const fileChangeSchema = z.object({
  path: z.string(),
  before: fileStateSchema.nullable(),
  after: fileStateSchema.nullable(),
});

export type FileState = z.infer<typeof fileStateSchema>;
export type FileChange = z.infer<typeof fileChangeSchema>;
