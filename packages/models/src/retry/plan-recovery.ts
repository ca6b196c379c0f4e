import type { AgentErrorCode, AgentErrorOptions, RefusedInput } from '@bowline/protocol';
import { CAPACITY_MS, type Outage } from '../availability/model-health.ts';
import { providerOf } from '../providers/model-name.ts';
import { nextMidnight } from './next-midnight.ts';
import type { FallbackRules, RetryPolicy } from './retry-policy.ts';

/** A failure, as far as it matters for what comes next. */
export interface Failure extends Pick<AgentErrorOptions, 'retryAfter' | 'quota' | 'refused'> {
  readonly code: AgentErrorCode;
  readonly retryable: boolean;
}

/** What to do about it. */
export type Recovery =
  /** A picture or file that the provider does not take is left out, and the rest is sent again. */
  | { readonly kind: 'set_aside' }
  /** The history is summarised, and sent again. */
  | { readonly kind: 'shorten' }
  | { readonly kind: 'retry'; readonly afterMs: number }
  | ({ readonly kind: 'fall_back'; readonly to: string } & Lasting)
  /** A person decides; `waitMs` when waiting is one of the answers. */
  | ({ readonly kind: 'ask'; readonly to: string; readonly waitMs: number | undefined } & Lasting)
  | { readonly kind: 'wait'; readonly afterMs: number; readonly outage: Outage }
  | ({ readonly kind: 'fail' } & Lasting);

/** What was learned about the model: why and for how long it is out. Null: unknown. */
interface Lasting {
  readonly outage: Outage | null;
  readonly outageMs: number | null;
}

/** Where the request stands. */
export interface RecoveryContext {
  readonly model: string;
  /** Failed requests with this model since it last answered, this one included. */
  readonly failures: number;
  /** It has failed too often in this turn already, and was given one more try. */
  readonly isLastTry?: boolean;
  /** What of the request can be done without: a picture or file, or the older part of the history by a summary. */
  readonly canSetAside?: boolean;
  readonly canShorten?: boolean;
  /** Available models that may be used instead, best first. */
  readonly others: readonly string[];
  readonly policy: RetryPolicy;
  readonly rules: FallbackRules;
  readonly now: number;
  /** From 0 to 1. */
  readonly random: number;
}

/** The longest wait for a plain retry. */
const LONGEST_RETRY_MS = 360_000;

/** What to do after a failed request. Pure: the same for a turn and for a utility call. */
export function planRecovery(failure: Failure, context: RecoveryContext): Recovery {
  const { refused } = failure;
  if (refused !== undefined) return planRefused(refused, context);
  const attempts = attemptsOf(failure, context);
  const afterMs = delayOf(failure, context);
  const isWorthIt = context.isLastTry !== true && afterMs <= LONGEST_RETRY_MS;
  if (context.failures < attempts && isWorthIt) return { kind: 'retry', afterMs };
  return planWithout(failure, attempts, context);
}

/** The same request would be refused again, by this model and by others of its maker: something of it has to go. */
function planRefused(refused: RefusedInput, { canSetAside = false, canShorten = false }: RecoveryContext): Recovery {
  if (refused !== 'prompt' && canSetAside) return { kind: 'set_aside' };
  if (refused !== 'media' && canShorten) return { kind: 'shorten' };
  return { kind: 'fail', outage: null, outageMs: null };
}

/** The model is given up for now: another one, a question, a wait, or the end. */
function planWithout(failure: Failure, attempts: number, context: RecoveryContext): Recovery {
  const outage = outageOf(failure);
  const outageMs = outage === null || outage === 'missing' ? null : waitOf(failure, context);
  const [to] = attempts === 0 && outage === null ? [] : othersFor(failure, context);
  if (to === undefined || context.rules.fallback === 'never')
    return withoutOthers(failure, { outage, outageMs }, context);
  const waitMs = outage === 'quota' ? (outageMs ?? undefined) : undefined;
  const lasting = { to, outage, outageMs };
  return context.rules.fallback === 'ask' ? { kind: 'ask', ...lasting, waitMs } : { kind: 'fall_back', ...lasting };
}

/** How many requests with this model such a failure is worth; none when the same request must fail again. */
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

/** A model at the same place is as hard to reach as this one. */
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
 * When it may be had again: at the provider's midnight for the quota of a day, although Google sends a wait of seconds
 * with that too; else as the server says, or after a while. Null when waiting changes nothing.
 */
function waitOf({ retryAfter = 0, quota }: Failure, { policy, now }: RecoveryContext): number | null {
  if (quota === 'none') return null;
  if (quota === 'day') return nextMidnight(now) - now;
  if (retryAfter > 0) return retryAfter;
  return quota === 'capacity' ? CAPACITY_MS : policy.unknownQuotaMs;
}

/** As long as the server asked for, never less and at most a fifth more; else twice as long each time. */
function delayOf({ retryAfter = 0 }: Failure, { failures, policy, random }: RecoveryContext): number {
  if (retryAfter > 0) return Math.round(retryAfter * (1 + 0.2 * random));
  const backoff = Math.min(policy.maxMs, policy.baseMs * 2 ** (failures - 1));
  return Math.round(backoff * (0.7 + 0.6 * random));
}
