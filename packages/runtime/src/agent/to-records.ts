import { unreachable } from '@bowline/protocol';
import type { NewRecord } from '@bowline/log';
import { APPLY_CHANGES } from '@bowline/tools';
import type { NextAction } from '../state/next-action.ts';
import { toOwnCallId } from '../state/own-call.ts';
import type { TurnState } from '../state/turn-state.ts';

const SUMMARY = 'Apply the changes of this turn';

/** The actions that consist of records alone. */
export type RecordedAction = Extract<
  NextAction,
  { kind: 'drop_compaction' | 'overflow' | 'report_loop' | 'expire' | 'stop_at_limit' | 'ask_pending' }
>;

/** The records of an action that has no other effect. */
export function toRecords(
  action: RecordedAction,
  turn: Pick<TurnState, 'model' | 'loop' | 'promptTokens' | 'streamId' | 'steps' | 'refusedApplies'>,
): readonly NewRecord[] {
  const { model, loop, promptTokens } = turn;
  switch (action.kind) {
    case 'expire':
      return action.inputIds.map((inputId) => ({
        type: 'input_expired',
        body: { inputId, reason: 'the user did not answer in time' },
      }));
    case 'stop_at_limit':
      return [{ type: 'limit_reached', body: { limit: action.limit, value: action.value, max: action.max } }];
    case 'drop_compaction':
      return [
        { type: 'compaction_rejected', body: { reason: 'there is too little to summarize', tokens: promptTokens } },
      ];
    case 'report_loop':
      return [{ type: 'loop_detected', body: { ...action.finding, strike: loop.strikes + 1 } }];
    case 'overflow':
      return [toOverflow(action, model ?? '')];
    case 'ask_pending':
      return [toOwnCall(turn)];
    default:
      return unreachable(action);
  }
}

/** The model has ended its turn, so the question is not one of its calls. */
function toOwnCall({
  streamId,
  steps,
  refusedApplies,
}: Pick<TurnState, 'streamId' | 'steps' | 'refusedApplies'>): NewRecord {
  const args = { summary: SUMMARY };
  const call = { callId: toOwnCallId(streamId ?? '', steps, refusedApplies), name: APPLY_CHANGES, args };
  const display = { type: 'text' as const, text: SUMMARY };
  return { type: 'tool_requested', body: { ...call, effect: 'write', executor: 'local', display } };
}

function toOverflow(
  { tokens, window }: { readonly tokens: number; readonly window: number },
  model: string,
): NewRecord {
  return {
    type: 'model_failed',
    body: {
      model,
      code: 'CONTEXT_OVERFLOW',
      message: `The request was not sent: it has ${tokens} tokens, and the model accepts ${window}`,
      hint: 'Rewind, send less at once, or use a model with a larger context window',
      retryable: false,
      isFinal: true,
    },
  };
}
