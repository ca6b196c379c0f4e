import type { ApprovalMode, InputAnswer } from '@bowline/protocol';
import type { LogRecord, NewRecord } from '@bowline/log';
import type { Tool } from '@bowline/tools';
import type { Workspace } from '@bowline/workspace';
import type { Journal } from '../journal/journal.ts';
import type { CallState } from '../state/turn-state.ts';
import { createAsideDispatch } from './aside-dispatch.ts';
import { decideCalls, recheck, type ApprovalLimits } from './decide-calls.ts';
import type { Decide } from './decision.ts';
import type { CallObserver } from '../adk/observe-call.ts';
import { FileSaver } from './file-saver.ts';
import { FileTracker } from './file-tracker.ts';
import { createMemoryFinder, type MemoryFor } from './find-memory.ts';
import { expireHostCall, finishHostCall } from './host-call.ts';
import { previewCall, PREVIEWING } from './preview-call.ts';
import { runCall } from './run-call.ts';
import type { CallLimits, SaveArtifact } from './truncate-outcome.ts';

export interface DispatchParts {
  readonly journal: Journal;
  readonly tools: ReadonlyMap<string, Tool>;
  readonly hostTools: ReadonlySet<string>;
  readonly workspace: Workspace;
  readonly decide: Decide;
  readonly approval?: ApprovalLimits | undefined;
  readonly observer: CallObserver;
  readonly saveArtifact: SaveArtifact;
  readonly limits: CallLimits;
  readonly newId: () => string;
  readonly memoryFor?: MemoryFor | undefined;
}

/** Operations on tool calls. */
export interface Dispatch {
  readonly decideCalls: (calls: readonly CallState[], signal: AbortSignal) => Promise<readonly NewRecord[]>;
  readonly runCall: (call: CallState, signal: AbortSignal) => Promise<readonly NewRecord[]>;
  /** Runs a pending call in a copy of the workspace. */
  readonly previewCall: (call: CallState, signal: AbortSignal) => Promise<NewRecord>;
  /** Why calls cannot run beside the workspace here. Undefined: they can. */
  readonly asideProblem: () => Promise<string | undefined>;
  /** The record of the last preview of a call. */
  readonly findPreview: (call: CallState) => Promise<LogRecord | undefined>;
  /** The results of calls that the host did not answer in time. */
  readonly expireHostCalls: (calls: readonly CallState[]) => Promise<readonly NewRecord[]>;
  /** What calls change in files. */
  readonly files: Pick<FileTracker, 'settled' | 'catchUp'>;
  /** Saves the files after changes, for another machine. */
  readonly saver: Pick<FileSaver, 'afterCall' | 'save'>;
  /** Converts the host's answer into a record. */
  readonly finishHostCall: (call: CallState, answer: HostAnswer) => Promise<NewRecord>;
}

/** A question waits no longer for its preview. */
const PREVIEW_MS = 30_000;

type HostAnswer = Extract<InputAnswer, { kind: 'tool_result' }>;

/** Creates the operations on tool calls for one session's log: decide, run to completion, recheck. */
export function createDispatch(parts: DispatchParts): Dispatch {
  const { journal, decide } = parts;
  const rules = (): Parameters<typeof recheck>[1] => {
    const { mode, grants, seen, blocked } = journal.session;
    return { decide, mode, grants, seen, blocked };
  };
  const appendAll = async (records: readonly NewRecord[]): Promise<void> => {
    const { streamId } = journal.turn;
    await journal.append(records.map((record) => (streamId === null ? record : { ...record, streamId })));
  };
  const append = (record: NewRecord): Promise<void> => appendAll([record]);
  const files = new FileTracker({
    workspace: parts.workspace,
    turn: () => journal.turn,
    append: appendAll,
    onSlow: (label) => {
      journal.tellLive({ type: 'progress', label });
    },
  });
  const update = (callId: string, text: string): void => {
    const isOpen = journal.turn.batch.some((call) => call.callId === callId && !call.isFinished);
    if (isOpen) journal.tellLive({ type: 'tool_update', callId, text });
  };
  const findMemory = createMemoryFinder(parts);
  const lookAgain = (call: CallState): Promise<NewRecord | undefined> => recheck(call, rules());
  const findPreview = async ({ previewAt: at }: CallState): Promise<LogRecord | undefined> => {
    if (at === undefined) return undefined;
    for await (const record of journal.log.read({ from: at, to: at })) return record;
    return undefined;
  };
  const aside = createAsideDispatch({ ...parts, append: appendAll, update, recheck: lookAgain });
  return {
    files,
    asideProblem: aside.problem,
    saver: new FileSaver(parts.workspace),
    findPreview,
    previewCall: async (call, signal) =>
      (await aside.preview(call, signal)) ?? (await previewCall(call, parts, signal)),
    finishHostCall: (call, answer) => finishHostCall(call, answer, parts),
    expireHostCalls: (calls) => Promise.all(calls.map((call) => expireHostCall(call, parts))),
    decideCalls: (calls, signal) => {
      const previewFirst = (call: CallState): Promise<NewRecord> => {
        journal.tellLive({ type: 'progress', label: PREVIEWING });
        return previewCall(call, { ...parts, maxMs: PREVIEW_MS }, signal);
      };
      const isPreviewed = parts.approval?.preview === true && !aside.isOn();
      const how = isPreviewed ? { previewFirst } : {};
      return decideCalls(calls, { ...parts, ...rules(), ...how, ...aside.decideParts(signal) });
    },
    async runCall(call, signal) {
      const modeBeforePlan = (): ApprovalMode => journal.session.modeBeforePlan;
      const { runners: earlier } = journal.turn;
      const ran = await aside.run(call, signal);
      if (ran !== undefined) return [...ran, ...(await findMemory(call))];
      const own = {
        ...aside.runParts(call),
        files,
        append,
        update,
        findPreview,
        recheck: lookAgain,
        modeBeforePlan,
        earlier,
      };
      const records = await runCall(call, { ...parts, ...own }, signal);
      return [...records, ...(await findMemory(call))];
    },
  };
}
