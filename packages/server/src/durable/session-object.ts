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

/** What the engine knows sessions as. */
export const SESSION_OBJECT = 'Session';

/** How a run ended: as far as it went, for another worker to go on with, or not to be tried again. */
export type RunEnd = 'done' | 'left' | 'given_up';

/** Runs a session as far as it goes; leaves it as it stands when the signal aborts. */
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
 * A session as Restate sees it: one run at a time, each a single step however long its turn is. What was done is in the
 * log; a run that is tried again reads it and goes on, so the step may run more than once.
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
      // A step that says nothing for hours is a long command, not a dead worker: those are found by their connection.
      inactivityTimeout: 24 * HOUR_MS,
      abortTimeout: HOUR_MS,
      journalRetention: 0,
      idempotencyRetention: 60_000,
      retryPolicy: options.retries ?? defaultRetries,
    },
  });
}

/** Cancellation is still called internal in the SDK. */
function withCancellation(ctx: ObjectContext): Pick<internal.ContextInternal, 'cancellation'> {
  const inner = ctx as ObjectContext & internal.ContextInternal;
  return { cancellation: () => inner.cancellation() };
}

/** Retries what may work later. Anything else ends the run, and waiting clients get the reason. */
function toEngineError(thrown: unknown): never {
  const { code, message, retryable } = AgentError.from(thrown);
  // Only our own words go to the engine's records: anything else may hold what it should not.
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
