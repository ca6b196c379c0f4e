import type { NewRecord } from '@bowline/log';
import { APPLY_CHANGES, type ParsedCall } from '@bowline/tools';
import type { PendingChange } from '@bowline/workspace';
import type { Journal } from '../journal/journal.ts';
import { isRefused } from '../state/next-action.ts';
import type { CallState } from '../state/turn-state.ts';
import { previewPending } from './apply-pending.ts';
import { AsideCalls, type AsideParts } from './aside-calls.ts';
import type { DecideParts } from './decide-calls.ts';
import type { RunParts } from './run-call.ts';
import { recheckAsked } from './recheck-asked.ts';

/** The operations on calls that run beside the workspace, and on what they leave pending. */
export interface AsideDispatch {
  /** Why calls cannot run beside the workspace here. Undefined: they can. */
  readonly problem: () => Promise<string | undefined>;
  readonly isOn: () => boolean;
  /** What decisions depend on besides the mode. */
  readonly decideParts: (
    signal: AbortSignal,
  ) => Pick<DecideParts, 'placeOf' | 'previewPending' | 'isApplyRefused' | 'canPreviewCalls'> &
    Partial<Pick<DecideParts, 'workspace'>>;
  /** The preview of a call. Undefined: as without pending changes. */
  readonly preview: (call: CallState, signal: AbortSignal) => Promise<NewRecord | undefined>;
  /** Runs a call that was decided to run aside. Its records are appended, apart from those returned. Undefined: it was not. */
  readonly run: (call: CallState, signal: AbortSignal) => Promise<readonly NewRecord[] | undefined>;
  /** What other calls see. */
  readonly runParts: (call: CallState) => Pick<RunParts, 'workspace' | 'pending'>;
}

interface Parts extends Omit<AsideParts, 'mode' | 'turn'>, Pick<RunParts, 'tools' | 'recheck'> {
  readonly journal: Pick<Journal, 'turn' | 'session'>;
  readonly newId: () => string;
}

/** Why calls have no preview of their own. */
const ASIDE = 'it runs in a copy of the workspace anyway, and you decide about what it changes at the end of the turn';
const HERE = 'it runs in the workspace itself, without the pending changes';

/** Creates them for one session's log. */
export function createAsideDispatch(parts: Parts): AsideDispatch {
  const { journal, tools, recheck } = parts;
  const calls = new AsideCalls({ ...parts, mode: () => journal.session.mode, turn: () => journal.turn });
  const pending = (): readonly PendingChange[] => journal.turn.pending ?? [];
  const previewAll = (call: CallState, signal: AbortSignal): Promise<NewRecord> =>
    previewPending(call, { ...parts, pending: pending() }, signal);
  const parse = ({ name, args }: CallState): ParsedCall | undefined => {
    const parsed = tools.get(name)?.parse(args);
    return parsed?.ok === true ? parsed.call : undefined;
  };
  return {
    problem: () => calls.problem(),
    isOn: () => calls.isOn,
    decideParts: (signal) => ({
      ...(calls.isOn ? { workspace: calls.workspace, canPreviewCalls: false } : {}),
      ...(pending().length === 0 ? {} : { previewPending: (call) => previewAll(call, signal) }),
      isApplyRefused: journal.turn.refusedApplies !== undefined,
      placeOf: (call) => calls.placeOf(call),
    }),
    preview: async (call, signal) => {
      const { callId, inputId, name } = call;
      if (name === APPLY_CHANGES) return await previewAll(call, signal);
      if (!calls.isOn) return undefined;
      const problem = call.isAside === true ? ASIDE : HERE;
      return { type: 'input_previewed', body: { callId, inputId: inputId ?? '', problem } };
    },
    run: async (call, signal) => {
      const parsed = parse(call);
      if (call.isAside !== true || isRefused(call) || parsed === undefined) return undefined;
      const refusal = await recheckAsked(call, { recheck });
      if (refusal !== undefined) return [refusal];
      await calls.run(call, parsed, signal);
      return [];
    },
    runParts: ({ effect }) => ({ workspace: effect === 'read' ? calls.workspace : parts.workspace, pending }),
  };
}
