import type { AgentEvent, CallStatus, JsonObject } from '@bowline/protocol';
import { unreachable } from '@bowline/protocol/plain';
import type { CallItem } from './transcript.ts';

type EventOf<Type extends AgentEvent['type']> = Extract<AgentEvent, { type: Type }>;

/** The number of characters kept of a running call's output: more than any window shows. */
export const OUTPUT_LIMIT = 64 * 1024;

/** A call that the model requests. */
export function toCall(event: EventOf<'tool_request'>, answerId: string): CallItem {
  const { id, at, threadId = null, callId, name, args, effect, display = null } = event;
  return {
    kind: 'call',
    ...{ id, at, threadId, callId, name, args, effect, display },
    status: 'deciding',
    startedAt: null,
    endedAt: null,
    rule: null,
    result: null,
    output: '',
    decision: null,
    answerId,
  };
}

/** The call after it was decided or has started. */
export function stepStatus(call: CallItem, { status, rule, at }: EventOf<'tool_status'>): CallItem {
  const decided = { ...call, rule: rule ?? call.rule };
  switch (status) {
    case 'allowed':
    case 'running':
      return { ...decided, status: 'running', startedAt: at };
    case 'awaiting':
    case 'denied':
      return { ...decided, status };
    default:
      return unreachable(status);
  }
}

/** The call as the user edited it before it ran. Its display is unknown, except for a command. */
export function stepEdited(call: CallItem, args: JsonObject): CallItem {
  const { command } = args;
  const isCommand = call.display?.type === 'command' && typeof command === 'string';
  return { ...call, args, display: isCommand ? { type: 'command', command } : null };
}

/** Adds output to the call. Cuts it only at twice the limit, so that each character is copied once or twice. */
export function stepOutput(call: CallItem, text: string): CallItem {
  const output = call.output + text;
  return { ...call, output: output.length > 2 * OUTPUT_LIMIT ? output.slice(-OUTPUT_LIMIT) : output };
}

/** The call with its result. */
export function stepResult(call: CallItem, event: EventOf<'tool_response'>): CallItem {
  const { content, isError, errorType = null, data = null, display = null, at } = event;
  const result = { content, display, isError, errorType, data };
  return { ...call, status: endOf(event), endedAt: at, result, output: '' };
}

const denials: ReadonlySet<string> = new Set(['policy_violation', 'denied', 'tool_not_registered']);

/** The final status of a call, by its result. */
export function endOf({ isError, errorType = '' }: EventOf<'tool_response'>): CallStatus {
  if (!isError) return 'finished';
  if (errorType === 'interrupted' || errorType === 'aborted') return 'interrupted';
  return denials.has(errorType) ? 'denied' : 'failed';
}
