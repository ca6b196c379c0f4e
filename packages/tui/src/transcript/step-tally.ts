import type { AgentEvent } from '@bowline/protocol';
import { toDiffRows } from '../diff/to-diff-rows.ts';
import type { Transcript, TurnTally } from './transcript.ts';

export const noTally: TurnTally = { calls: 0, changes: new Map(), inputTokens: 0, outputTokens: 0, cost: 0 };

/** Updates what the open turn did: its calls, the lines it changed and its tokens, with those of subagents. */
export function stepTally(stream: Transcript['stream'], event: AgentEvent): Transcript['stream'] {
  if (stream === null) return null;
  const tally = stepCounts(stream.tally, event);
  const askedAt = asks(event) ? event.at : stream.askedAt;
  return tally === stream.tally && askedAt === stream.askedAt ? stream : { ...stream, tally, askedAt };
}

/** A request to the model can follow. */
function asks(event: AgentEvent): boolean {
  if (event.threadId !== undefined) return false;
  return event.type === 'tool_response' || (event.type === 'message' && event.role === 'agent');
}

function stepCounts(tally: TurnTally, event: AgentEvent): TurnTally {
  switch (event.type) {
    case 'tool_request':
      return { ...tally, calls: tally.calls + 1 };
    case 'usage': {
      const { inputTokens, outputTokens, thoughtTokens = 0, cost } = event.usage;
      return {
        ...tally,
        inputTokens: tally.inputTokens + inputTokens,
        outputTokens: tally.outputTokens + outputTokens + thoughtTokens,
        cost: cost === undefined || tally.cost === null ? null : tally.cost + cost,
      };
    }
    case 'tool_response': {
      const { display } = event;
      if (event.isError || display?.type !== 'diff') return tally;
      const before = tally.changes.get(display.path) ?? { added: 0, removed: 0 };
      const { added, removed } = toDiffRows(display);
      const sum = { added: before.added + added, removed: before.removed + removed };
      return { ...tally, changes: new Map(tally.changes).set(display.path, sum) };
    }
    default:
      return tally;
  }
}
