import * as z from 'zod';
import type { SessionOptions } from '@bowline/assembly';
import { AgentError, approvalModeSchema } from '@bowline/protocol';

/** The options for creating a session. Unknown options are passed on. */
export const wishesSchema = z.object({
  model: z.string().optional(),
  mode: approvalModeSchema.optional(),
  directories: z.array(z.string()).optional(),
  expireMs: z.number().positive().optional(),
  onQuota: z.enum(['wait', 'fail']).optional(),
  maxSteps: z.number().int().positive().optional(),
  maxTokens: z.number().positive().optional(),
  maxCost: z.number().positive().optional(),
  maxSeconds: z.number().positive().optional(),
});

/** The wishes of a session on a server, as they were kept. */
export function toWishes(
  kept: Readonly<Record<string, unknown>>,
): Pick<SessionOptions, keyof typeof wishesSchema.shape> {
  const { maxTurns: maxSteps, ...known } = kept; // its name up to format 3
  const parsed = wishesSchema.safeParse(maxSteps === undefined ? known : { maxSteps, ...known });
  if (!parsed.success)
    throw new AgentError('SETTINGS_INVALID', `the session was made with wishes that cannot be met`, {
      hint: z.prettifyError(parsed.error),
    });
  // A server has time: a quota that is back tomorrow costs a row until then.
  const { directories, onQuota = 'wait', ...wishes } = parsed.data;
  return { ...wishes, onQuota, ...(directories === undefined ? {} : { directories }) };
}
