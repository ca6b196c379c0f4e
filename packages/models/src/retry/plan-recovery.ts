import type { AgentErrorCode, AgentErrorOptions, RefusedInput } from '@bowline/protocol';
import { CAPACITY_MS, type Outage } from '../availability/model-health.ts';
import { providerOf } from '../providers/model-name.ts';
import { nextMidnight } from './next-midnight.ts';
import type { FallbackRules, RetryPolicy } from './retry-policy.ts';

/** The facts of a failure that decide what to do next. */
export interface Failure extends Pick<AgentErrorOptions, 'retryAfter' | 'quota' | 'refused'> {
  readonly code: AgentErrorCode;
  readonly retryable: boolean;
}

/** What to do after a failure. */
export type Recovery =
  /** Leaves out an image or file that the provider rejects, and sends the rest again. */
  | { readonly kind: 'set_aside' }
  /** Summarizes the history, and sends it again. */
  | { readonly kind: 'shorten' }
  /** `attempts` is how many requests the failure allows in all. */
  | { readonly kind: 'retry'; readonly afterMs: number; readonly attempts: number }
  | ({ readonly kind: 'fall_back'; readonly to: string } & Lasting)
  /** The user decides; `to` is set if there is another model, and `waitMs` if waiting is an option. */
  | ({ readonly kind: 'ask'; readonly to: string | undefined; readonly waitMs: number | undefined } & Lasting)
  | { readonly kind: 'wait'; readonly afterMs: number; readonly outage: Outage }
  | ({ readonly kind: 'fail' } & Lasting);

/** The outage of the model: why and for how long. Null: unknown. */
interface Lasting {
  readonly outage: Outage | null;
  readonly outageMs: number | null;
}

/** The state of the request. */
export interface RecoveryContext {
  readonly model: string;
  /** Failed requests with this model since it last answered, including this one. */
  readonly failures: number;
  /** Whether it has already failed too often in this turn and this was its extra try. */
  readonly isLastTry?: boolean;
  /** What can be left out: an image or file, or the older part of the history, which a summary replaces. */
  readonly canSetAside?: boolean;
  readonly canShorten?: boolean;
  /** Available models to use instead, best first. */
  readonly others: readonly string[];
  /** A model to offer for a quota that is used up, if the user named the model and there are no others. */
  readonly cheaper?: string | undefined;
  readonly policy: RetryPolicy;
  readonly rules: FallbackRules;
  readonly now: number;
  /** From 0 to 1. */
  readonly random: number;
}

/** The longest delay for a plain retry. */
const LONGEST_RETRY_MS = 360_000;

/** Decides what to do after a failed request. Pure: the same for a turn and for a utility call. */
export function planRecovery(failure: Failure, context: RecoveryContext): Recovery {
  const { refused } = failure;
  if (refused !== undefined) return planRefused(refused, context);
  const attempts = attemptsOf(failure, context);
  const afterMs = delayOf(failure, context);
  const isWorthIt = context.isLastTry !== true && afterMs <= LONGEST_RETRY_MS;
  if (context.failures < attempts && isWorthIt) return { kind: 'retry', afterMs, attempts };
  return planWithout(failure, attempts, context);
}

/** The same request would be rejected again, by this model and by others of its provider, so a part of it must go. */
function planRefused(refused: RefusedInput, { canSetAside = false, canShorten = false }: RecoveryContext): Recovery {
  if (refused !== 'prompt' && canSetAside) return { kind: 'set_aside' };
  if (refused !== 'media' && canShorten) return { kind: 'shorten' };
  return { kind: 'fail', outage: null, outageMs: null };
}

/** Decides what to do without the model: use another one, ask, wait, or fail. */
function planWithout(failure: Failure, attempts: number, context: RecoveryContext): Recovery {
  const outage = outageOf(failure);
  const outageMs = outage === null || outage === 'missing' ? null : waitOf(failure, context);
  const [to] = attempts === 0 && outage === null ? [] : othersFor(failure, context);
  if (isQuotaToAsk(failure, context)) return askAboutQuota(failure, { outage, outageMs }, { ...context, to });
  if (to === undefined || context.rules.fallback === 'never')
    return withoutOthers(failure, { outage, outageMs }, context);
  const waitMs = outage === 'quota' ? (outageMs ?? undefined) : undefined;
  const lasting = { to, outage, outageMs };
  return context.rules.fallback === 'ask' ? { kind: 'ask', ...lasting, waitMs } : { kind: 'fall_back', ...lasting };
}

/** A quota that comes back: the user is asked, although the turn continues by itself then. */
function isQuotaToAsk(failure: Failure, { rules, ...context }: RecoveryContext): boolean {
  const isQuota = failure.code === 'MODEL_QUOTA' && failure.quota !== 'capacity';
  return (
    isQuota && rules.fallback === 'ask' && rules.onQuota === 'wait' && waitOf(failure, { ...context, rules }) !== null
  );
}

function askAboutQuota(
  failure: Failure,
  lasting: Lasting,
  { to, ...context }: RecoveryContext & { readonly to: string | undefined },
): Recovery {
  return { kind: 'ask', ...lasting, to: to ?? context.cheaper, waitMs: waitOf(failure, context) ?? undefined };
}

/** Returns how many requests with this model such a failure allows; 0 if the same request must fail again. */
function attemptsOf({ code, retryable, quota }: Failure, { policy, others, rules }: RecoveryContext): number {
  const { attempts } = policy;
  if (quota === 'capacity') return attempts.capacity;
  if (!retryable) return 0;
  switch (code) {
    case 'MODEL_UNREACHABLE':
      return attempts.unreachable;
    case 'MODEL_TIMEOUT':
      return attempts.timeout;
    case 'MODEL_INVALID_ANSWER':
      return attempts.invalid;
    default:
      return others.length > 0 && rules.fallback !== 'never' ? attempts.busyInChain : attempts.busy;
  }
}

function outageOf({ code, quota }: Failure): Outage | null {
  if (code === 'MODEL_NOT_FOUND') return 'missing';
  if (quota === 'capacity') return 'capacity';
  return quota === undefined ? null : 'quota';
}

/** A model of the same provider is just as unreachable. */
function othersFor({ code }: Failure, { model, others }: RecoveryContext): readonly string[] {
  return code === 'MODEL_UNREACHABLE' ? others.filter((other) => providerOf(other) !== providerOf(model)) : others;
}

function withoutOthers(failure: Failure, lasting: Lasting, { rules, ...context }: RecoveryContext): Recovery {
  const { outage } = lasting;
  const isForQuota = outage === 'quota' || outage === 'capacity' || failure.code === 'MODEL_QUOTA';
  const afterMs = isForQuota && rules.onQuota === 'wait' ? waitOf(failure, { ...context, rules }) : null;
  return afterMs === null ? { kind: 'fail', ...lasting } : { kind: 'wait', afterMs, outage: outage ?? 'quota' };
}

/**
 * Returns when the model is available again: at the provider's midnight for a daily quota, although Google also sends a
 * delay of seconds with it; otherwise after the server's delay or a default. Null if waiting does not help.
 */
function waitOf({ retryAfter = 0, quota }: Failure, { policy, now }: RecoveryContext): number | null {
  if (quota === 'none') return null;
  if (quota === 'day') return nextMidnight(now) - now;
  if (retryAfter > 0) return retryAfter;
  return quota === 'capacity' ? CAPACITY_MS : policy.unknownQuotaMs;
}

/** Returns the delay that the server asked for, never less and at most a fifth more; otherwise it doubles each time. */
function delayOf({ retryAfter = 0 }: Failure, { failures, policy, random }: RecoveryContext): number {
  if (retryAfter > 0) return Math.round(retryAfter * (1 + 0.2 * random));
  const backoff = Math.min(policy.maxMs, policy.baseMs * 2 ** (failures - 1));
  return Math.round(backoff * (0.7 + 0.6 * random));
}
