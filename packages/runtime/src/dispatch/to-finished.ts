import type { NewRecord } from '@bowline/log';
import type { ToolOutcome } from '@bowline/tools';
import type { CallState } from '../state/turn-state.ts';

/** The response to a call, as a record. */
export function toFinished(call: Pick<CallState, 'callId' | 'name'>, outcome: ToolOutcome): NewRecord {
  const { callId, name } = call;
  const { ok, content, display, data, artifact } = outcome;
  return {
    type: 'tool_finished',
    body: {
      callId,
      name,
      content: [...content],
      isError: !ok,
      ...(ok ? {} : { errorType: outcome.errorType }),
      ...(display === undefined ? {} : { display }),
      ...(data === undefined ? {} : { data }),
      ...(artifact === undefined ? {} : { artifact }),
    },
  };
}
