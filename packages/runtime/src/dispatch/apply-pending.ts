import type { LogRecord, NewRecord } from '@bowline/log';
import { AgentError, plural, type RefusedPath } from '@bowline/protocol';
import { fail, succeed, type ToolOutcome } from '@bowline/tools';
import { toUndoable, type PendingChange, type Workspace } from '@bowline/workspace';
import type { CallObserver } from '../adk/observe-call.ts';
import { isOwnCall } from '../state/own-call.ts';
import type { CallState } from '../state/turn-state.ts';
import { refused } from './decide-calls.ts';
import { keyOf } from './key-of.ts';
import { toCommandPreview } from './preview-call.ts';
import { toFinished } from './to-finished.ts';

type Previewed = Extract<NewRecord, { type: 'input_previewed' }>;

interface PreviewParts {
  readonly workspace: Workspace;
  readonly pending: readonly PendingChange[];
  readonly newId: () => string;
}

interface ApplyParts {
  readonly workspace: Workspace;
  readonly observer: CallObserver;
  /** Resolves when the record is durable. */
  readonly append: (record: NewRecord) => Promise<void>;
  /** The record of the last preview of a call. */
  readonly findPreview: (call: CallState) => Promise<LogRecord | undefined>;
  /** Changes that are not in the workspace yet. Default: none. */
  readonly pending?: (() => readonly PendingChange[]) | undefined;
  readonly signal: AbortSignal;
}

/** Paths that the model is told, and changes in one record. */
const MOST = 5;
const MAX_CHANGES = 500;

/** What applying the pending changes would do to the workspace. Never throws because of them. */
export async function previewPending(
  { callId, inputId }: Pick<CallState, 'callId' | 'inputId'>,
  { workspace, pending, newId }: PreviewParts,
  signal: AbortSignal,
): Promise<Previewed> {
  const body = { callId, inputId: inputId ?? '' };
  const no = (problem: string): Previewed => ({ type: 'input_previewed', body: { ...body, problem } });
  try {
    const described = await workspace.aside?.describe(pending, signal);
    if (described === undefined) return no('the pending changes are stored on another machine');
    if (!described.ok) return no(described.problem);
    const run = { preview: toCommandPreview(described.preview, newId(), ''), changes: toPlain(pending) };
    return { type: 'input_previewed', body: { ...body, run: { ...run, content: [], isError: false } } };
  } catch (thrown) {
    return no(AgentError.from(thrown).message);
  }
}

/**
 * Applies what the user was shown, all of it or nothing. The same for a call that a dead process has begun: a key is
 * applied once.
 */
export async function applyPending(call: CallState, parts: ApplyParts): Promise<readonly [NewRecord, ...NewRecord[]]> {
  const { callId, outcome: answer } = call;
  const { workspace, findPreview, observer, append, signal } = parts;
  const key = call.key ?? keyOf(call);
  if (call.key === null) await append({ type: 'tool_started', body: { callId, key } });
  const shown = await findPreview(call);
  const run = shown?.type === 'input_previewed' ? shown.body.run : undefined;
  let records: NewRecord[] = [];
  const apply = async (): Promise<ToolOutcome> => {
    if (workspace.previews === undefined) return fail('preview_failed', 'Changes cannot be applied here.');
    // A rule of the user may allow it without a question.
    const changes = call.verdict === 'allow' ? toPlain(parts.pending?.() ?? []) : run?.changes;
    if (changes === undefined)
      return fail('preview_failed', 'Nothing was applied, because the changes could not be shown to the user.');
    const isOverwriting = answer?.kind === 'confirmation' && answer.overwrites === true;
    const done = await workspace.previews.apply(changes, { key, isOverwriting });
    if (!done.isApplied) return describeRefusal(call, done.refused);
    records = [
      { type: 'changes_decided', body: { callId, isApplied: true } },
      ...toChanged(callId, toUndoable(done.step)),
    ];
    const who =
      call.verdict === 'allow'
        ? 'A rule of the user allows the pending changes. They'
        : 'The user allowed the pending changes. They';
    return succeed(`${who} were applied to the workspace (${plural(done.step.length, 'path')}).`);
  };
  const outcome = await observer.observe(call, apply, signal).catch(toFailure);
  return [toFinished(call, outcome), ...records];
}

/** The result of a denied call: what was pending is discarded. Without an answer in time, it stays. */
export function refusePending(call: CallState): readonly [NewRecord, ...NewRecord[]] {
  const { callId, outcome } = call;
  if (outcome?.kind !== 'confirmation')
    return [refused(call, 'denied', 'The user did not decide. The changes are still pending.')];
  const reason = outcome.reason === undefined ? '' : `: ${outcome.reason}`;
  return [
    refused(call, 'denied', `The user discarded the pending changes${reason}. The workspace is as it was before them.`),
    { type: 'changes_decided', body: { callId, isApplied: false } },
  ];
}

function toPlain(
  pending: readonly PendingChange[],
): { path: string; before: PendingChange['before']; after: PendingChange['after'] }[] {
  return pending.map(({ path, before, after }) => ({ path, before, after }));
}

function toChanged(callId: string, changes: ReturnType<typeof toUndoable>): NewRecord[] {
  return Array.from({ length: Math.ceil(changes.length / MAX_CHANGES) }, (_, n) => ({
    type: 'files_changed' as const,
    body: { callId, changes: changes.slice(n * MAX_CHANGES, (n + 1) * MAX_CHANGES) },
  }));
}

function describeRefusal(call: CallState, refusals: readonly RefusedPath[]): ToolOutcome {
  const paths = refusals.map(({ path }) => path);
  const more = paths.length > MOST ? ` and ${plural(paths.length - MOST, 'other')}` : '';
  const named = `${paths.slice(0, MOST).join(', ')}${more}`;
  if (refusals.some(({ reason }) => reason === 'gone'))
    return fail('preview_failed', `Nothing was applied, because contents are no longer stored: ${named}.`);
  const next = isOwnCall(call)
    ? 'The user is asked again.'
    : 'Tell the user, who can apply them over the other changes, or discard them.';
  const text = `Nothing was applied, because these files have changed in the workspace since: ${named}. The changes are still pending. ${next}`;
  return { ...fail('preview_conflict', text), data: { paths } };
}

function toFailure(thrown: unknown): ToolOutcome {
  const { message, hint } = AgentError.from(thrown);
  return fail('preview_failed', `The changes were not applied: ${message}${hint === undefined ? '' : ` (${hint})`}`);
}
