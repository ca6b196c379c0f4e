import * as z from 'zod';
import type { SessionWishes } from '@bowline/assembly';
import { AgentError, approvalModeSchema } from '@bowline/protocol';

/** What whoever makes a session may wish for; what is not known here is left to whoever knows it. */
export const wishesSchema = z.object({
  model: z.string().optional(),
  mode: approvalModeSchema.optional(),
  directories: z.array(z.string()).optional(),
  expireMs: z.number().positive().optional(),
  onQuota: z.enum(['wait', 'fail']).optional(),
  maxTurns: z.number().int().positive().optional(),
  maxTokens: z.number().positive().optional(),
  maxCost: z.number().positive().optional(),
  maxSeconds: z.number().positive().optional(),
});

/** The wishes of a session on a server, as they were kept. */
export function toWishes(
  kept: Readonly<Record<string, unknown>>,
): Pick<SessionWishes, keyof typeof wishesSchema.shape> {
  const parsed = wishesSchema.safeParse(kept);
  if (!parsed.success)
    throw new AgentError('SETTINGS_INVALID', `the session was made with wishes that cannot be met`, {
      hint: z.prettifyError(parsed.error),
    });
  // A server has time: a quota that is back tomorrow costs a row until then.
  const { directories, onQuota = 'wait', ...wishes } = parsed.data;
  return { ...wishes, onQuota, ...(directories === undefined ? {} : { directories }) };
}
