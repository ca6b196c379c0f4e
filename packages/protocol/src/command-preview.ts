import * as z from 'zod';
import { displaySchema } from './content.ts';

/** What a command changed when it was run in a copy of the workspace. Nothing in the workspace has changed. */
export const commandPreviewSchema = z.object({
  /** Names this run in an answer that applies it. */
  previewId: z.string(),
  exitCode: z.number().nullable(),
  durationMs: z.number().nullable(),
  /** What the command printed. */
  output: z.string(),
  /** The first changed files. Git's own files are left out. */
  files: z.array(
    z.object({
      path: z.string(),
      change: z.enum(['added', 'changed', 'removed']),
      /** Lines, if they could be compared. */
      added: z.number().optional(),
      removed: z.number().optional(),
      note: z.string().optional(),
    }),
  ),
  /** How many files there are. */
  fileCount: z.number(),
  /** The changes of the first files that are text. */
  diffs: z.array(displaySchema),
  /** What it did to the repository, in Git's words. */
  git: z.array(z.string()),
  /** The tables whose rows differ, of each SQLite database. */
  databases: z.array(z.object({ path: z.string(), tables: z.array(z.string()) })),
  /** What a real run might do differently. */
  limits: z.array(z.string()),
  /** Why the changes cannot be applied. */
  obstacle: z.string().optional(),
  /** Files that something else has changed while it ran. They are only applied with `overwrites`. */
  conflicts: z.array(z.string()),
});
export type CommandPreview = z.infer<typeof commandPreviewSchema>;
