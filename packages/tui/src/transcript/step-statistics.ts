import type { AgentEvent, TokenUsage } from '@bowline/protocol';
import { endOf } from './step-call.ts';
import type { CallCounts, Transcript } from './transcript.ts';

/** Updates the counts: tokens by model, calls by tool, and context use. */
export function stepStatistics(before: Transcript, event: AgentEvent): Transcript {
  switch (event.type) {
    case 'usage': {
      const old = before.usageByModel.get(event.model);
      const sum = { ...addUsage(old ?? nothing, event.usage), requests: (old?.requests ?? 0) + 1 };
      const usageByModel = new Map(before.usageByModel).set(event.model, sum);
      return {
        ...before,
        usage: addUsage(before.usage, event.usage),
        usageByModel,
        context: (event.threadId === undefined ? event.context : undefined) ?? before.context,
      };
    }
    case 'tool_request':
      return count(before, event.name, { made: 1 });
    case 'tool_response': {
      const { ms } = findTime(before, event);
      if (!event.isError) return ms === 0 ? before : count(before, event.name, { ms });
      return count(before, event.name, endOf(event) === 'denied' ? { denied: 1 } : { failed: 1, ms });
    }
    default:
      return before;
  }
}

/** How long the call of a result ran. */
function findTime(
  { live }: Transcript,
  { callId, at }: Extract<AgentEvent, { type: 'tool_response' }>,
): { ms: number } {
  const call = live.findLast((item) => item.kind === 'call' && item.callId === callId);
  const startedAt = call?.kind === 'call' ? call.startedAt : null;
  return { ms: startedAt === null ? 0 : Math.max(0, Date.parse(at) - Date.parse(startedAt)) };
}

const nothing: TokenUsage = { inputTokens: 0, outputTokens: 0 };

function count(before: Transcript, name: string, more: Partial<CallCounts>): Transcript {
  const old = before.calls.get(name) ?? { made: 0, failed: 0, denied: 0, ms: 0 };
  const { made = 0, failed = 0, denied = 0, ms = 0 } = more;
  const sum = { made: old.made + made, failed: old.failed + failed, denied: old.denied + denied, ms: old.ms + ms };
  return { ...before, calls: new Map(before.calls).set(name, sum) };
}

/** The sum. A value that neither has stays unknown. */
function addUsage(one: TokenUsage, other: TokenUsage): TokenUsage {
  const add = (name: 'thoughtTokens' | 'cachedTokens' | 'cost'): Partial<TokenUsage> => {
    const [a, b] = [one[name], other[name]];
    return a === undefined && b === undefined ? {} : { [name]: (a ?? 0) + (b ?? 0) };
  };
  return {
    inputTokens: one.inputTokens + other.inputTokens,
    outputTokens: one.outputTokens + other.outputTokens,
    ...add('thoughtTokens'),
    ...add('cachedTokens'),
    ...add('cost'),
  };
}
