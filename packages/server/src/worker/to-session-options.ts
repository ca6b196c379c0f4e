import * as z from 'zod';
import type { SessionOptions } from '@bowline/assembly';
import { AgentError, approvalModeSchema } from '@bowline/protocol';

/** The options for creating a session. */
export const creationSchema = z.object({
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

/** Parses the saved options of a session. Ignores unknown ones. */
export function toSessionOptions(
  kept: Readonly<Record<string, unknown>>,
): Pick<SessionOptions, 'directories' | 'model' | 'approval' | 'limits'> {
  const { maxTurns: maxSteps, ...known } = kept; // the name in format 3 and earlier
  const parsed = creationSchema.safeParse(maxSteps === undefined ? known : { maxSteps, ...known });
  if (!parsed.success)
    throw new AgentError('SETTINGS_INVALID', 'The session was created with invalid options', {
      hint: z.prettifyError(parsed.error),
    });
  // A server can wait: a session that waits for tomorrow's quota costs only a row.
  const { model: name, onQuota = 'wait', mode, expireMs, directories, ...limits } = parsed.data;
  return { directories, model: { name, onQuota }, approval: { mode, expireMs }, limits };
}
