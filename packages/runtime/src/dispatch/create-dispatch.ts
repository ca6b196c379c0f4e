import type { NewRecord } from '@bowline/log';
import type { Tool, ToolHost } from '@bowline/tools';
import type { Journal } from '../agent/journal.ts';
import type { TurnParts } from '../turn/drive-turn.ts';
import { decideCalls, recheck, type Decide } from './decide-calls.ts';
import type { CallObserver } from './observe-call.ts';
import { runCall } from './run-call.ts';
import type { Spill } from './truncate-outcome.ts';

/** What dispatching calls needs. */
export interface DispatchParts {
  readonly journal: Journal;
  readonly tools: ReadonlyMap<string, Tool>;
  readonly hostTools: ReadonlySet<string>;
  readonly host: ToolHost;
  readonly decide: Decide;
  readonly expireMs?: number | undefined;
  readonly observer: CallObserver;
  readonly spill: Spill;
  readonly newId: () => string;
}

/** The two things that a turn does with calls, over one session's log: decide them, and take each to its end. */
export function createDispatch(parts: DispatchParts): Pick<TurnParts, 'decideCalls' | 'runCall'> {
  const { journal, decide } = parts;
  const rules = (): Pick<Parameters<typeof recheck>[1], 'decide' | 'mode' | 'grants'> => {
    const { mode, grants } = journal.session;
    return { decide, mode, grants };
  };
  const append = async (record: NewRecord): Promise<void> => {
    const { streamId } = journal.turn;
    await journal.append([streamId === null ? record : { ...record, streamId }]);
  };
  const update = (callId: string, text: string): void => {
    const isOpen = journal.turn.batch.some((call) => call.callId === callId && !call.isFinished);
    if (isOpen) journal.tellLive({ type: 'tool_update', callId, text });
  };
  return {
    decideCalls: (calls) => decideCalls(calls, { ...parts, ...rules() }),
    runCall: (call, signal) =>
      runCall(call, { ...parts, append, update, recheck: (asked) => recheck(asked, rules()) }, signal),
  };
}
