import type { ContentPart } from '@bowline/protocol';
import type { NewRecord } from '@bowline/log';
import { fail, type ToolOutcome } from '@bowline/tools';
import type { CallState } from '../state/turn-state.ts';
import type { CallObserver } from '../adk/observe-call.ts';
import { keyOf } from './key-of.ts';
import { recheckAsked } from './recheck-asked.ts';
import { toFinished } from './to-finished.ts';
import { truncateOutcome, type CallLimits, type SaveArtifact } from './truncate-outcome.ts';

/** How long the host may take for a call by default: ten minutes. */
export const HOST_CALL_MS = 600_000;

export interface HostParts {
  readonly observer: CallObserver;
  readonly saveArtifact: SaveArtifact;
  readonly limits: CallLimits;
}

interface StartParts extends HostParts {
  /** Rechecks an approved call. Returns a denial if it may no longer run. */
  readonly recheck: (call: CallState) => Promise<NewRecord | undefined>;
}

const never = new AbortController().signal;

/**
 * Tells the host to run a call that was decided, approved and seen by plugins. The record is the notification, and is
 * saved before the host can start. A call that an earlier process announced is announced again; the host recognizes its
 * ID.
 */
export async function startHostCall(call: CallState, parts: StartParts, signal: AbortSignal): Promise<NewRecord> {
  const refusal = await recheckAsked(call, parts);
  if (refusal !== undefined) return refusal;
  const { callId, name, args } = call;
  const early = call.key === null ? await beforeSafely(call, parts.observer, signal) : undefined;
  if (early !== undefined) return toFinished(call, await truncateOutcome(early, callId, parts));
  const expiresAt = new Date(Date.now() + (parts.limits.hostCallMs ?? HOST_CALL_MS)).toISOString();
  return { type: 'tool_started', body: { callId, key: keyOf(call), host: { name, args, expiresAt } } };
}

/** A plugin that fails before a call prevents it from running, as for local calls. */
async function beforeSafely(
  call: CallState,
  observer: CallObserver,
  signal: AbortSignal,
): Promise<ToolOutcome | undefined> {
  try {
    return await observer.before(call, signal);
  } catch (thrown) {
    return fail('unhandled_exception', thrown instanceof Error ? thrown.message : String(thrown));
  }
}

/** Records the host's answer, as changed by plugins and truncated for the model. */
export async function finishHostCall(
  call: CallState,
  { content, isError }: { readonly content: readonly ContentPart[]; readonly isError: boolean },
  parts: HostParts,
): Promise<NewRecord> {
  const given: ToolOutcome = isError ? { ok: false, errorType: 'host_error', content } : { ok: true, content };
  const outcome = await parts.observer.after(call, given, never);
  return toFinished(call, await truncateOutcome(outcome, call.callId, parts));
}

/** Records a timeout of the host as an error for the model. Plugins are notified. */
export async function expireHostCall(call: CallState, { observer }: HostParts): Promise<NewRecord> {
  const text = `The host did not answer ${call.name} in time. Its outcome is unknown: check the current state before you repeat it.`;
  await observer.failed(call, new Error(text), never).catch(() => undefined);
  return toFinished(call, fail('host_timeout', text));
}
