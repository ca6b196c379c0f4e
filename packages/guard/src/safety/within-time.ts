import { AgentError } from '@bowline/protocol';

/** What a check is called, and how long it may take. */
export interface CheckBounds {
  readonly name: string;
  readonly timeoutMs: number;
}

/** Does a check within its time. That it fails, or takes too long, is thrown: who cannot look does not say yes. */
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
