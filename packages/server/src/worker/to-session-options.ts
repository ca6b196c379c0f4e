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

/** The options of every session of a worker. */
export type WorkerOptions = Omit<SessionOptions, 'session' | 'workspace' | 'isInteractive'>;

/** The saved options of a session over those of its worker. Ignores unknown ones. A user can answer later and elsewhere. */
export function toSessionOptions(
  kept: Readonly<Record<string, unknown>>,
  shared: WorkerOptions,
): WorkerOptions & { readonly isInteractive: false } {
  const { maxTurns: maxSteps, ...known } = kept; // the name in format 3 and earlier
  const parsed = creationSchema.safeParse(maxSteps === undefined ? known : { maxSteps, ...known });
  if (!parsed.success)
    throw new AgentError('SETTINGS_INVALID', 'The session was created with invalid options', {
      hint: z.prettifyError(parsed.error),
    });
  const { model: name, onQuota, mode, expireMs, directories = shared.directories, ...limits } = parsed.data;
  return {
    ...shared,
    directories,
    isInteractive: false,
    // A server can wait: a session that waits for tomorrow's quota costs only a row.
    model: { onQuota: 'wait', ...shared.model, ...given({ name, onQuota }) },
    approval: { ...shared.approval, ...given({ mode, expireMs }), canAsk: true },
    limits: { ...shared.limits, ...given(limits) },
  };
}

/** The members that have a value. */
function given<T extends object>(members: T): Partial<T> {
  return Object.fromEntries(Object.entries(members).filter(([, value]) => value !== undefined)) as Partial<T>;
}
