import type { LogRecord, NewRecord } from '@bowline/log';
import { AgentError, plural, type InputOutcome } from '@bowline/protocol';
import { fail, type ToolOutcome } from '@bowline/tools';
import { toUndoable, type Workspace } from '@bowline/workspace';
import type { CallObserver } from '../adk/observe-call.ts';
import type { CallState } from '../state/turn-state.ts';
import { keyOf } from './key-of.ts';
import { toFinished } from './to-finished.ts';

interface ApplyParts {
  readonly workspace: Workspace;
  readonly observer: CallObserver;
  /** Resolves when the record is durable. */
  readonly append: (record: NewRecord) => Promise<void>;
  /** The record of the last preview of a call. */
  readonly findPreview: (call: CallState) => Promise<LogRecord | undefined>;
}

type Confirmed = Extract<InputOutcome, { kind: 'confirmation' }>;
type Run = NonNullable<Extract<LogRecord, { type: 'input_previewed' }>['body']['run']>;

/** Paths that the model is told. */
const MOST = 5;
const APPLIED =
  'The command ran in a copy of the workspace without network. The user looked at the changes, and they were applied. It was not run again.';

/** The answer that applies a preview of a call instead of running it. */
export function applyingAnswer({ outcome }: CallState): Confirmed | undefined {
  return outcome?.kind === 'confirmation' && outcome.preview !== undefined ? outcome : undefined;
}

/**
 * Applies what a call changed in a copy, all of it or nothing. The same for a call that a dead process has begun to
 * apply: a key is applied once.
 */
export async function applyPreview(
  call: CallState,
  answer: Confirmed,
  parts: ApplyParts & { readonly signal: AbortSignal },
): Promise<readonly [NewRecord, ...NewRecord[]]> {
  const { callId } = call;
  const key = call.key ?? keyOf(call);
  if (call.key === null) await parts.append({ type: 'tool_started', body: { callId, key } });
  let changes: Run['changes'] = [];
  const outcome = await parts.observer
    .observe(
      call,
      async () => {
        const { run, previews } = await find(call, answer, parts);
        const how = { key, isOverwriting: answer.overwrites === true };
        const applied = await previews.apply(run.changes, how);
        if (!applied.isApplied) return describeConflict(applied.refused.map(({ path }) => path));
        changes = [...toUndoable(applied.step)];
        return toOutcome(run);
      },
      parts.signal,
    )
    .catch(toFailure);
  const changed: NewRecord[] = changes.length === 0 ? [] : [{ type: 'files_changed', body: { callId, changes } }];
  return [toFinished(call, outcome), ...changed];
}

async function find(call: CallState, answer: Confirmed, { workspace, findPreview }: ApplyParts) {
  const { previews } = workspace;
  const record = await findPreview(call);
  const run = record?.type === 'input_previewed' ? record.body.run : undefined;
  if (run === undefined || run.preview.previewId !== answer.preview || previews === undefined)
    throw new AgentError('SEND_INVALID', 'The preview is no longer available', { hint: 'Run the command again' });
  return { run, previews };
}

function toOutcome({ isError, errorType, content, display, data, artifact }: Run): ToolOutcome {
  const more = {
    content: [{ type: 'text' as const, text: APPLIED }, ...content],
    ...(display === undefined ? {} : { display }),
    data: { ...data, isPreview: true },
    ...(artifact === undefined ? {} : { artifact }),
  };
  return isError ? { ok: false, errorType: errorType ?? 'failed', ...more } : { ok: true, ...more };
}

function describeConflict(paths: readonly string[]): ToolOutcome {
  const more = paths.length > MOST ? ` and ${plural(paths.length - MOST, 'other')}` : '';
  const named = `${paths.slice(0, MOST).join(', ')}${more}`;
  const text = `The command ran in a copy of the workspace. Nothing was applied, because these files have changed since: ${named}. Run the command again.`;
  return { ...fail('preview_conflict', text), data: { paths: [...paths] } };
}

function toFailure(thrown: unknown): ToolOutcome {
  const { message, hint } = AgentError.from(thrown);
  return fail('preview_failed', `The changes were not applied: ${message}${hint === undefined ? '' : ` (${hint})`}`);
}
