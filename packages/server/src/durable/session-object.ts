import {
  handlers,
  object,
  RestatePromise,
  RetryableError,
  TerminalError,
  type internal,
  type ObjectContext,
  type RetryPolicy,
} from '@restatedev/restate-sdk';
import { AgentError } from '@bowline/protocol';
import type { SessionKey } from './durable-turns.ts';

/** The name of the session object in Restate. */
export const SESSION_OBJECT = 'Session';

/** How a run ended: completed, left for another worker to continue, or not to be retried. */
export type RunEnd = 'done' | 'left' | 'given_up';

/** Runs a session as far as possible. Leaves it unchanged when the signal aborts. */
export type RunTurns = (key: SessionKey, signal: AbortSignal) => Promise<RunEnd>;

export type SessionObject = ReturnType<typeof createSessionObject>;

const HOUR_MS = 3_600_000;

/**
 * Retries at once elsewhere if a worker dies, then more and more slowly. A session whose workers keep dying stops after
 * about twenty minutes and is shown as stuck until it is retried.
 */
export const defaultRetries: RetryPolicy = {
  initialInterval: 50,
  exponentiationFactor: 2,
  maxInterval: 30_000,
  maxAttempts: 50,
  onMaxAttempts: 'pause',
};

/**
 * A session as a Restate object: one run at a time, each a single step however long its turn takes. The log records all
 * progress; a retried run reads it and continues, so the step may execute more than once.
 */
export function createSessionObject(run: RunTurns, options: { readonly retries?: RetryPolicy | undefined } = {}) {
  const step = async (key: SessionKey, signal: AbortSignal): Promise<void> => {
    const end = await run(key, signal).catch(toEngineError);
    if (end === 'given_up') throw new TerminalError('given up');
    if (end === 'left') throw new RetryableError('left to another worker', { retryAfter: 0 });
  };
  return object({
    name: SESSION_OBJECT,
    handlers: {
      run: handlers.object.exclusive({ explicitCancellation: true }, async (ctx: ObjectContext) => {
        const cancelled = new AbortController();
        const signal = AbortSignal.any([ctx.request().attemptCompletedSignal, cancelled.signal]);
        const { cancellation } = withCancellation(ctx);
        await RestatePromise.race([
          ctx.run('turns', () => step(parseKey(ctx.key), signal)),
          cancellation().map(() => {
            cancelled.abort();
            throw new TerminalError('cancelled', { errorCode: 499 });
          }),
        ]);
      }),
    },
    options: {
      // A step that is silent for hours is a long command. Dead workers are detected by their connection.
      inactivityTimeout: 24 * HOUR_MS,
      abortTimeout: HOUR_MS,
      journalRetention: 0,
      idempotencyRetention: 60_000,
      retryPolicy: options.retries ?? defaultRetries,
    },
  });
}

/** The SDK still marks cancellation as internal. */
function withCancellation(ctx: ObjectContext): Pick<internal.ContextInternal, 'cancellation'> {
  const inner = ctx as ObjectContext & internal.ContextInternal;
  return { cancellation: () => inner.cancellation() };
}

/** Lets the engine retry transient errors. Any other error ends the run, and waiting clients get the reason. */
function toEngineError(thrown: unknown): never {
  const { code, message, retryable } = AgentError.from(thrown);
  // Only messages of our own errors go into the engine's records, since others may contain sensitive data.
  const words = AgentError.is(thrown) ? `${code}: ${message}` : code;
  if (!retryable && code !== 'INTERNAL' && code !== 'SESSION_FENCED' && !code.startsWith('STORE_'))
    throw new TerminalError(words);
  throw new RetryableError(words);
}

export function toObjectKey({ tenant, sessionId }: SessionKey): string {
  return `${tenant}/${sessionId}`;
}

function parseKey(key: string): SessionKey {
  const slash = key.indexOf('/');
  if (slash < 1) throw new TerminalError(`not the key of a session: ${key}`);
  return { tenant: key.slice(0, slash), sessionId: key.slice(slash + 1) };
}
