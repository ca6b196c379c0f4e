import * as z from 'zod';
import { approvalModes } from './approval-modes.ts';

/** What a call may do to the world; decides whether it may run in parallel, run again, or must be asked for. */
export const effectSchema = z.enum(['read', 'write', 'execute', 'network']);
export type Effect = z.infer<typeof effectSchema>;

/** Who runs a call: this process, or the host that the session is embedded in. */
export const executorSchema = z.enum(['local', 'host']);
export type Executor = z.infer<typeof executorSchema>;

/**
 * How far the operating system confines a command: `observe` can only look at the workspace, `work` can change it, and
 * `open` is not confined.
 */
export const sandboxProfileSchema = z.enum(['observe', 'work', 'open']);
export type SandboxProfile = z.infer<typeof sandboxProfileSchema>;

/** A token of the person's that a confined command can use at one host, without seeing it. */
export const credentialUseSchema = z.object({
  host: z.string(),
  /** The variable of the person's that holds it. */
  variable: z.string(),
});
export type CredentialUse = z.infer<typeof credentialUseSchema>;

/** Something that the sandbox refused a command, as the sandbox saw it or the output tells. */
export const wallSchema = z.object({
  /** `outside`: it could not be confined at all, and was not run. */
  need: z.enum(['write', 'read', 'network', 'service', 'outside']),
  /** The path, the host, or why it could not be confined; null when the output names none that can be shown. */
  target: z.string().nullable(),
  /** Of a path: a command in `work` has it. */
  isInside: z.boolean(),
  /** Of a path: why the sandbox hides it. */
  hides: z.enum(['ignored', 'keys']).optional(),
  /** Of a host: the sandbox refused it itself. Without this only the output says so. */
  isSeen: z.boolean().optional(),
  /** Of a host that may be reached: its address is on a private network. */
  isPrivate: z.boolean().optional(),
});
export type Wall = z.infer<typeof wallSchema>;

export const approvalModeSchema = z.enum(approvalModes);

/** Why a stream ended; each is its own outcome for scripts, never a guess from a message. */
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

/** How much of its window a model was shown. */
export const contextUseSchema = z.object({ tokens: z.int().nonnegative(), window: z.int().positive() });
export type ContextUse = z.infer<typeof contextUseSchema>;

/** JSON as it is written to a log or a wire. */
export const jsonObjectSchema = z.record(z.string(), z.json());
export type JsonObject = z.infer<typeof jsonObjectSchema>;
