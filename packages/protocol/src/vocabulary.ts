import * as z from 'zod';
import { approvalModes } from './approval-modes.ts';

/** The effect of a call; decides whether it may run in parallel, may run again, or needs approval. */
export const effectSchema = z.enum(['read', 'write', 'execute', 'network']);
export type Effect = z.infer<typeof effectSchema>;

/** Who runs a call: this process, or the host that the session is embedded in. */
export const executorSchema = z.enum(['local', 'host']);
export type Executor = z.infer<typeof executorSchema>;

/**
 * How strictly the operating system sandboxes a command: `observe` can only read the workspace, `work` can change it,
 * and `open` is not sandboxed.
 */
export const sandboxProfileSchema = z.enum(['observe', 'work', 'open']);
export type SandboxProfile = z.infer<typeof sandboxProfileSchema>;

/** A token of the user that a sandboxed command can use at one host without seeing it. */
export const credentialUseSchema = z.object({
  host: z.string(),
  /** The user's environment variable that holds it. */
  variable: z.string(),
});
export type CredentialUse = z.infer<typeof credentialUseSchema>;

/** An access that the sandbox refused, as detected by the sandbox or from the output. */
export const wallSchema = z.object({
  /** `outside`: the command could not be sandboxed at all and did not run. */
  need: z.enum(['write', 'read', 'network', 'service', 'outside']),
  /** The path, the host, or why it could not be sandboxed; null if the output names none that can be shown. */
  target: z.string().nullable(),
  /** For a path: a command with profile `work` can access it. */
  isInside: z.boolean(),
  /** For a path: why the sandbox hides it. */
  hides: z.enum(['ignored', 'keys']).optional(),
  /** For a host: the sandbox itself refused it. Otherwise only the output says so. */
  isSeen: z.boolean().optional(),
  /** For an allowed host: its address is on a private network. */
  isPrivate: z.boolean().optional(),
});
export type Wall = z.infer<typeof wallSchema>;

export const approvalModeSchema = z.enum(approvalModes);

/** Why a stream ended; a separate value per outcome, so that scripts need not parse messages. */
export const endReasonSchema = z.enum([
  'completed',
  'failed',
  'aborted',
  'refused',
  'loop',
  'max_steps',
  'max_tokens',
  'max_cost',
  'max_time',
  'max_output',
]);
export type EndReason = z.infer<typeof endReasonSchema>;

/** Tokens of one model call, or the sum of several. */
export const tokenUsageSchema = z.object({
  inputTokens: z.int().nonnegative(),
  outputTokens: z.int().nonnegative(),
  thoughtTokens: z.int().nonnegative().optional(),
  cachedTokens: z.int().nonnegative().optional(),
  /** In US dollars; absent when no price is known. */
  cost: z.number().nonnegative().optional(),
});
export type TokenUsage = z.infer<typeof tokenUsageSchema>;

/** How much of its context window a model used. */
export const contextUseSchema = z.object({ tokens: z.int().nonnegative(), window: z.int().positive() });
export type ContextUse = z.infer<typeof contextUseSchema>;

/** A JSON object in a log or a message. */
export const jsonObjectSchema = z.record(z.string(), z.json());
export type JsonObject = z.infer<typeof jsonObjectSchema>;
