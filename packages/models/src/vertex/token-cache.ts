import { toAbortError } from '../http/abort-error.ts';
import type { MintedToken } from './token-source.ts';

/**
 * Google's metadata server returns the same token until five minutes before its end, so an earlier request is useless.
 */
const EARLY_MS = 225_000;

/** Keeps a token until shortly before it expires, and fetches one for all waiting callers. */
export class TokenCache {
  readonly #mint: () => Promise<MintedToken>;
  readonly #now: () => number;
  #kept: MintedToken | undefined;
  #minting: Promise<MintedToken> | undefined;

  constructor(mint: () => Promise<MintedToken>, now: () => number = Date.now) {
    this.#mint = mint;
    this.#now = now;
  }

  /** Returns a valid token other than the rejected one. If a caller aborts, the fetch continues for the others. */
  async token(signal: AbortSignal, refused?: string): Promise<string> {
    const kept = this.#kept;
    if (kept !== undefined && kept.token !== refused && kept.expiresAt - EARLY_MS > this.#now()) return kept.token;
    this.#minting ??= this.#mint().finally(() => {
      this.#minting = undefined;
    });
    this.#kept = await orAbort(this.#minting, signal);
    return this.#kept.token;
  }
}

async function orAbort<Value>(promise: Promise<Value>, signal: AbortSignal): Promise<Value> {
  return await new Promise((resolve, reject) => {
    const onAbort = (): void => {
      reject(toAbortError(signal));
    };
    if (signal.aborted) onAbort();
    signal.addEventListener('abort', onAbort, { once: true });
    promise.then(resolve, reject).finally(() => {
      signal.removeEventListener('abort', onAbort);
    });
  });
}
