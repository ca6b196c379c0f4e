import type { JsonObject } from '@bowline/protocol';
import { isFailedCommand } from '../view/is-failed-command.ts';
import type { FinishedCall } from './finished-call.ts';
import { maskNoise, maskNumbers } from './mask-noise.ts';
import { shortHash } from './short-hash.ts';

/** The keys by which calls are compared, from strict to loose. */
export interface CallKeys {
  /** The same call with the same result. */
  readonly same: string;
  /** The same, ignoring differences that rarely mean progress. */
  readonly like: string;
  /** The same call with any result. */
  readonly call: string;
}

/** Arguments that describe the purpose of a call but do not affect it. */
const PROSE: Readonly<Record<string, string>> = { run_shell_command: 'description', replace: 'instruction' };

/**
 * The keys that two calls must share to count as a repeat.
 *
 * A number in a result is progress if the call succeeded ("12 tests left") and noise if it failed ("at line 12 after
 * 1.3 s"). So a success is compared as it is, a failed command without times and ids, and an error without its numbers.
 */
export function toCallKeys(call: FinishedCall): CallKeys {
  const args = toCanonical(toDeed(call));
  const { same, like } = toOutcomes(call);
  const key = `${call.name}\n${args}`;
  const looseKey = call.isError ? `${call.name}\n${maskNumbers(args)}` : key;
  return {
    same: shortHash(`${key}\n${same}`),
    like: shortHash(`${looseKey}\n${like}`),
    call: shortHash(key),
  };
}

function toOutcomes(call: FinishedCall): { readonly same: string; readonly like: string } {
  const { result } = call;
  if (call.isError) {
    const masked = maskNumbers(result);
    return { same: masked, like: masked };
  }
  if (isFailedCommand(result)) return { same: maskNoise(result), like: maskNumbers(result) };
  return { same: result, like: maskNoise(result) };
}

function toDeed({ name, args }: FinishedCall): JsonObject {
  const prose = PROSE[name];
  if (prose === undefined || !(prose in args)) return args;
  return Object.fromEntries(Object.entries(args).filter(([field]) => field !== prose));
}

/** A canonical text for arguments, independent of their order. */
function toCanonical(value: unknown): string {
  return JSON.stringify(value, (_, inner: unknown) => {
    if (typeof inner !== 'object' || inner === null || Array.isArray(inner)) return inner;
    return Object.fromEntries(Object.entries(inner).sort(([a], [b]) => (a < b ? -1 : 1)));
  });
}
