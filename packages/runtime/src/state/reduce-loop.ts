import { unreachable } from '@bowline/protocol';
import { resetCallLoop, settleCallLoop, reduceCallLoop } from '@bowline/context';
import type { LogRecord } from '@bowline/log';
import type { CallState, LoopState, TurnState } from './turn-state.ts';

type LoopRecord = Extract<LogRecord, { type: 'user_message' | 'steering_message' | 'loop_checked' | 'loop_detected' }>;

/** The strike at which a turn ends. Earlier ones are only reported to the model. */
const LAST_STRIKE = 2;

/** The loop state after one more record. A user message ends the loop. */
export function reduceLoop(state: LoopState, record: LoopRecord): LoopState {
  switch (record.type) {
    case 'user_message':
    case 'steering_message':
      return { ...state, calls: resetCallLoop(), strikes: 0 };
    case 'loop_checked':
      return { ...state, lastCheck: record.body };
    case 'loop_detected':
      return { ...state, calls: settleCallLoop(state.calls), strikes: record.body.strike };
    default:
      return unreachable(record);
  }
}

/** The loop state after one more result. */
export function reduceLoopCall(
  state: LoopState,
  call: CallState,
  { at, body }: Extract<LogRecord, { type: 'tool_finished' }>,
): LoopState {
  const { name, args } = call;
  const result = body.content.map((part) => (part.type === 'text' ? part.text : part.type)).join('\n');
  const ms = Date.parse(at) - Date.parse(call.at);
  return { ...state, calls: reduceCallLoop(state.calls, { name, args, result, isError: body.isError, ms }) };
}

/** How the stream ends if the model was warned and continued. */
export function endOfLoop({
  strike,
  detail,
}: Extract<LoopRecord, { type: 'loop_detected' }>['body']): TurnState['end'] {
  return strike < LAST_STRIKE ? null : { reason: 'loop', message: detail };
}
