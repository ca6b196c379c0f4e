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

/** Why a path is left alone when files are restored. */
export const keptReasonSchema = z.enum([
  /** It was changed since, and both changes cannot be combined. Can be overwritten. */
  'changed',
  'changed-since-plan',
  /** A folder with something else in it. */
  'not-empty',
  /** A folder above it is a link, or is no folder. */
  'blocked',
  /** What is there is not stored, such as a pipe or a very large file. */
  'unseen',
  /** The content is no longer stored. */
  'gone',
  'store-full',
  /** The file system refused it. */
  'failed',
]);
export type KeptReason = z.infer<typeof keptReasonSchema>;

/** A path that was left alone for another reason than a change. */
export const refusedPathSchema = z.object({ path: z.string(), reason: keptReasonSchema });
export type RefusedPath = z.infer<typeof refusedPathSchema>;
