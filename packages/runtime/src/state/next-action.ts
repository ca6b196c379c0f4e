import { findCallLoop, planLoopCheck, type CompactionPlan, type ContextPlan, type LoopFinding } from '@bowline/context';
import { unreachable, type EndReason } from '@bowline/protocol';
import type { CallState, TurnState } from './turn-state.ts';

/** The single action that must happen now. */
export type NextAction =
  | { readonly kind: 'idle' }
  /** Comes first in a sequence, since later actions depend on the model. */
  | { readonly kind: 'select_model' }
  | { readonly kind: 'call_model' }
  | { readonly kind: 'decide_tools'; readonly calls: readonly CallState[] }
  | { readonly kind: 'run_tools'; readonly calls: readonly CallState[] }
  /** Nothing can be done until the user, the host or a running call responds, or until a given time. */
  | { readonly kind: 'await'; readonly until?: string }
  /** The user did not answer in time. */
  | { readonly kind: 'expire'; readonly inputIds: readonly string[] }
  /** The host did not answer in time. */
  | { readonly kind: 'expire_host'; readonly calls: readonly CallState[] }
  /** Wait until a failed request is sent again. */
  | { readonly kind: 'wait'; readonly until: string }
  /** The next request must be made smaller. */
  | { readonly kind: 'mask'; readonly callIds: readonly string[] }
  | { readonly kind: 'summarize'; readonly through: number }
  | { readonly kind: 'check_summary' }
  | { readonly kind: 'drop_compaction' }
  /** The user must decide about the pending changes, and the model has not asked. */
  | { readonly kind: 'ask_pending' }
  | { readonly kind: 'overflow'; readonly tokens: number; readonly window: number }
  /** The turn is in a loop, or a model must decide whether it is. */
  | { readonly kind: 'report_loop'; readonly finding: LoopFinding }
  | { readonly kind: 'check_loop' }
  | { readonly kind: 'stop_at_limit'; readonly limit: Limit; readonly value: number; readonly max: number }
  | { readonly kind: 'end'; readonly reason: EndReason; readonly message?: string | undefined };

export type Limit = 'max_steps' | 'max_tokens' | 'max_cost';

/** Limits of a turn. */
export interface TurnLimits {
  readonly maxSteps: number;
  /** Input and output of all models in the turn. */
  readonly maxTokens?: number | undefined;
  /** In US dollars. */
  readonly maxCost?: number | undefined;
  /** Work only. Time spent waiting for the user does not count. */
  readonly maxSeconds?: number | undefined;
}

/** Inputs that are not in the log. */
export interface TurnInputs {
  /** The calls that this process is running. */
  readonly running: ReadonlySet<string>;
  /** Whether this process told the host to run a call. If an earlier process did, the request may have been lost. */
  readonly isHostTold: (callId: string) => boolean;
  readonly limits: TurnLimits;
  /** The limit that the next request would exceed, if any. */
  readonly ceiling: Ceiling | null;
  readonly now: number;
  /** What must be done before the next request, depending on its size. */
  readonly fit: () => ContextPlan;
  /** Where to cut the history when a shorter one is requested. Undefined: nothing to cut. */
  readonly cut: () => CompactionPlan | undefined;
  readonly loopDetection: boolean;
  /** A loop check is running. */
  readonly isLoopAsked: boolean;
}

/** A limit that the next request would exceed. */
export interface Ceiling {
  readonly limit: 'max_tokens' | 'max_cost';
  readonly value: number;
  readonly max: number;
}

/** Returns the next action. A pure function, used for normal, resumed and recovered turns alike. */
export function nextAction(state: TurnState, inputs: TurnInputs): NextAction {
  if (state.streamId === null) return { kind: 'idle' };
  const open = state.batch.filter((call) => !call.isFinished);
  if (open.length > 0) return nextForBatch(open, inputs);
  if (state.end !== null) return { kind: 'end', ...state.end };
  const { wanted, draft } = state.compaction;
  if (draft !== null) return { kind: 'check_summary' };
  if (wanted !== null) return nextForWish(inputs);
  if (!state.isModelOwed) return nextAtEnd(state);
  return nextForModel(state, inputs);
}

/** Pending changes are decided before the turn ends. */
function nextAtEnd({ pending, isPendingAsked }: TurnState): NextAction {
  return pending === undefined || isPendingAsked === true
    ? { kind: 'end', reason: 'completed' }
    : { kind: 'ask_pending' };
}

function nextForWish({ cut }: TurnInputs): NextAction {
  const plan = cut();
  return plan === undefined ? { kind: 'drop_compaction' } : { kind: 'summarize', through: plan.through };
}

function nextForModel(state: TurnState, inputs: TurnInputs): NextAction {
  const { question, retryAt, steps } = state;
  const { limits, ceiling, now } = inputs;
  if (question !== null) return nextForQuestion(question, { retryAt, now });
  if (retryAt !== null && Date.parse(retryAt) > now) return { kind: 'wait', until: retryAt };
  if (state.model === null) return { kind: 'select_model' };
  const { maxSteps } = limits;
  if (steps >= maxSteps) return { kind: 'stop_at_limit', limit: 'max_steps', value: steps, max: maxSteps };
  if (ceiling !== null) return { kind: 'stop_at_limit', ...ceiling };
  if (state.overflow === 'refused') return nextForWish(inputs);
  return (inputs.loopDetection ? nextForLoop(state, inputs) : undefined) ?? nextForContext(inputs.fit());
}

/** A question about the model is answered by itself when the model is expected to be available again. */
function nextForQuestion(
  question: string,
  { retryAt, now }: { readonly retryAt: string | null; readonly now: number },
): NextAction {
  if (retryAt === null) return { kind: 'await' };
  return Date.parse(retryAt) <= now ? { kind: 'expire', inputIds: [question] } : { kind: 'await', until: retryAt };
}

function nextForLoop({ loop, steps }: TurnState, { isLoopAsked }: TurnInputs): NextAction | undefined {
  const finding = findCallLoop(loop.calls);
  if (finding !== null) return { kind: 'report_loop', finding };
  return !isLoopAsked && planLoopCheck({ steps, lastCheck: loop.lastCheck }).isDue ? { kind: 'check_loop' } : undefined;
}

function nextForContext(plan: ContextPlan): NextAction {
  switch (plan.kind) {
    case 'fits':
      return { kind: 'call_model' };
    case 'compact':
      return { kind: 'summarize', through: plan.through };
    case 'mask':
    case 'overflow':
      return plan;
    default:
      return unreachable(plan);
  }
}

function nextForBatch(open: readonly CallState[], { running, now, isHostTold }: TurnInputs): NextAction {
  const undecided = open.filter((call) => call.verdict === null);
  if (undecided.length > 0) return { kind: 'decide_tools', calls: undecided };
  const waiting = new Set(open.map((call) => call.callId));
  const ready = open.filter(
    (call) =>
      !running.has(call.callId) &&
      canGoOn(call) &&
      !isWithHost(call, isHostTold) &&
      !call.after.some((callId) => waiting.has(callId)),
  );
  return ready.length > 0 ? { kind: 'run_tools', calls: ready } : nextForAnswers(open, now);
}

/** The host has the call, so only its answer or a timeout can continue it. */
function isWithHost({ callId, hostUntil }: CallState, isHostTold: TurnInputs['isHostTold']): boolean {
  return hostUntil !== null && isHostTold(callId);
}

/** Expires approvals and host calls that were not answered in time. Otherwise waits until the next one expires. */
function nextForAnswers(open: readonly CallState[], now: number): NextAction {
  const overdue = open.filter(({ hostUntil }) => hostUntil !== null && Date.parse(hostUntil) <= now);
  if (overdue.length > 0) return { kind: 'expire_host', calls: overdue };

  const asked = open.flatMap(({ inputId, outcome, expiresAt }) =>
    inputId !== null && outcome === null && expiresAt !== null ? [{ inputId, expiresAt }] : [],
  );
  const late = asked.filter(({ expiresAt }) => Date.parse(expiresAt) <= now);
  if (late.length > 0) return { kind: 'expire', inputIds: late.map(({ inputId }) => inputId) };
  const deadlines = open.flatMap(({ hostUntil }) => (hostUntil === null ? [] : [hostUntil]));
  const [until] = [...asked.map(({ expiresAt }) => expiresAt), ...deadlines].sort();
  return until === undefined ? { kind: 'await' } : { kind: 'await', until };
}

/** Whether a call was answered, allowed, or started by a process that is gone. */
function canGoOn(call: CallState): boolean {
  if (call.verdict === 'ask' && call.outcome === null) return false;
  return call.asked.every(({ outcome }) => outcome !== null);
}

/** Whether the user denied the call or did not answer. */
export function isRefused(call: CallState): boolean {
  if (call.verdict === 'deny') return true;
  if (call.outcome === null) return false;
  return call.outcome.kind !== 'confirmation' || call.outcome.outcome === 'denied';
}
