import type { LogRecord } from '@bowline/log';
import { APPLY_CHANGES } from '@bowline/tools';
import { isOwnCall } from './own-call.ts';
import type { TurnState } from './turn-state.ts';

type Ended = Extract<LogRecord, { type: 'tool_finished' | 'tool_interrupted' }>;

/** Why allowed changes were not applied. They are still pending. */
const REASONS: ReadonlySet<string | undefined> = new Set(['preview_conflict', 'preview_failed', 'workspace_in_use']);
/** A host may give the same answer every time. */
const MAX_QUESTIONS = 5;

/** After allowed changes could not be applied, the user is asked again, and not a rule. */
export function noteRefusedApply(state: TurnState, record: Ended): TurnState {
  if (!isRefusedApply(record)) return state;
  const refusedApplies = (state.refusedApplies ?? 0) + 1;
  const isOver = !isOwnCall(record.body) || refusedApplies >= MAX_QUESTIONS;
  return { ...state, refusedApplies, ...(isOver ? {} : { isPendingAsked: undefined }) };
}

function isRefusedApply({ type, body }: Ended): boolean {
  return type === 'tool_finished' && body.name === APPLY_CHANGES && body.isError && REASONS.has(body.errorType);
}

/**
 * Whether the model must be asked because of the result of a call. It had its turn before a call that Bowline made, so
 * it is only told that the user decided against its changes.
 */
export function isModelOwed({ type, body }: Ended): boolean {
  if (!isOwnCall(body) || type === 'tool_interrupted') return true;
  return body.isError && body.errorType === 'denied';
}
