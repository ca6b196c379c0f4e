import { AgentError } from '@bowline/protocol';

/** The name of a check, and its time limit. */
export interface CheckBounds {
  readonly name: string;
  readonly timeoutMs: number;
}

/**
 * Runs a check within its time limit. Throws if it fails or takes too long, because a check that cannot run must not
 * allow a call.
 */
export async function withinTime<Found>({ name, timeoutMs }: CheckBounds, check: () => Promise<Found>): Promise<Found> {
  const { promise: late, reject } = Promise.withResolvers<never>();
  const timer = setTimeout(() => {
    reject(failed(name, `it took longer than ${timeoutMs / 1000} s`));
  }, timeoutMs);
  try {
    return await Promise.race([check(), late]);
  } catch (thrown) {
    throw AgentError.is(thrown) && thrown.message.startsWith(PREFIX)
      ? thrown
      : failed(name, AgentError.from(thrown).message, thrown);
  } finally {
    clearTimeout(timer);
  }
}

const PREFIX = 'the safety check of ';

function failed(name: string, why: string, cause?: unknown): AgentError {
  return new AgentError('INTERNAL', `${PREFIX}${name} failed: ${why}`, { cause });
}
