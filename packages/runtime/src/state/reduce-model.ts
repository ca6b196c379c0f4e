import { unreachable } from '@bowline/protocol';
import { addUsage, type LogRecord } from '@bowline/log';
import { parseModelOption } from './model-question.ts';
import type { TurnState } from './turn-state.ts';

type ModelRecord = Extract<
  LogRecord,
  {
    type:
      | 'model_selected'
      | 'model_requested'
      | 'mode_changed'
      | 'model_answered'
      | 'model_failed'
      | 'model_fell_back'
      | 'part_set_aside'
      | 'input_resolved'
      | 'input_expired';
  }
>;

const rested = { failures: 0, retryAt: null, question: null } as const;
/** After an answer, or with another model, the last request no longer counts as too long. */
const fits = { ...rested, overflow: 'none' } as const;

/**
 * The turn after a record about its model.
 *
 * A sequence keeps its model from `model_selected` on. A new one is chosen only for a new stream, when a model is
 * requested, and when the mode changes.
 */
export function reduceModel(state: TurnState, record: ModelRecord): TurnState {
  switch (record.type) {
    case 'model_selected':
      return { ...state, ...fits, model: record.body.model, selected: record.body.model };
    case 'model_requested':
    case 'mode_changed':
      return { ...state, ...fits, model: null, selected: null };
    case 'model_fell_back':
      return { ...state, ...fits, model: record.body.to };
    case 'part_set_aside':
      return { ...state, ...rested };
    case 'model_answered':
      return { ...state, ...fits, spent: addUsage(state.spent, record.body.usage) };
    case 'model_failed':
      return reduceFailure(state, record.body);
    case 'input_resolved':
    case 'input_expired':
      return record.body.inputId === state.question ? reduceAnswer(state, record) : state;
    default:
      return unreachable(record);
  }
}

function reduceFailure(state: TurnState, body: Extract<ModelRecord, { type: 'model_failed' }>['body']): TurnState {
  const { isFinal, message, retryAt = null, asks: question = null, shortens = false, usage } = body;
  const failed = { ...state, failures: state.failures + 1, spent: addUsage(state.spent, usage) };
  if (shortens) return { ...failed, ...rested, overflow: 'refused' };
  return isFinal ? { ...failed, end: { reason: 'failed', message } } : { ...failed, retryAt, question };
}

/** The user's choice about an unavailable model. A switch has its own record. */
function reduceAnswer(
  state: TurnState,
  record: Extract<ModelRecord, { type: 'input_resolved' | 'input_expired' }>,
): TurnState {
  // It expires when the model is expected to be available again.
  if (record.type === 'input_expired' && state.retryAt !== null) return { ...state, ...rested };
  const outcome = record.type === 'input_resolved' ? record.body.outcome : undefined;
  const option = outcome?.kind === 'choice' ? parseModelOption(outcome.optionIds[0] ?? '') : undefined;
  if (option === undefined || option.kind === 'stop')
    return {
      ...state,
      ...rested,
      end: { reason: 'failed', message: `stopped because ${state.model ?? 'the model'} is unavailable` },
    };
  return { ...state, ...rested, retryAt: option.kind === 'wait' ? option.until : null };
}
