import type { NewRecord } from '@bowline/log';
import { AgentError } from '@bowline/protocol';
import type { Tool, ToolOutcome } from '@bowline/tools';
import type { PreviewedCommand, Workspace } from '@bowline/workspace';
import type { CallState } from '../state/turn-state.ts';
import { keyOf } from './key-of.ts';
import { toFinished } from './to-finished.ts';
import { truncateOutcome, type CallLimits, type SaveArtifact } from './truncate-outcome.ts';

interface PreviewParts {
  readonly tools: ReadonlyMap<string, Tool>;
  readonly workspace: Workspace;
  readonly saveArtifact: SaveArtifact;
  readonly limits?: CallLimits;
  readonly newId: () => string;
  /** It is ended after this time, in milliseconds. */
  readonly maxMs?: number | undefined;
}

type Previewed = Extract<NewRecord, { type: 'input_previewed' }>;

/** Shown while a call runs in a copy. */
export const PREVIEWING = 'Preview: running in a copy of the workspace';
/** Longer output is in the result of the call. */
const OUTPUT_CHARS = 4000;

/** Runs a call that needs approval in a copy of the workspace. Never throws because of the call. */
export async function previewCall(call: CallState, parts: PreviewParts, signal: AbortSignal): Promise<Previewed> {
  const { callId, inputId } = call;
  const body = { callId, inputId: inputId ?? '' };
  try {
    const parsed = parts.tools.get(call.name)?.parse(call.args);
    const run = parsed?.ok === true ? parsed.call.runInCopy : undefined;
    if (run === undefined)
      return { type: 'input_previewed', body: { ...body, problem: `${call.name} has no preview` } };
    const { workspace, saveArtifact: keep, maxMs } = parts;
    const ran = await run({ workspace, signal, keep, key: `${keyOf(call)}.preview`, update: () => undefined, maxMs });
    if ('problem' in ran) return { type: 'input_previewed', body: { ...body, problem: ran.problem } };
    const outcome = await truncateOutcome(ran.outcome, callId, parts);
    return { type: 'input_previewed', body: { ...body, run: toRun(call, { ...ran, outcome }, parts.newId()) } };
  } catch (thrown) {
    return { type: 'input_previewed', body: { ...body, problem: AgentError.from(thrown).message } };
  }
}

function toRun(
  call: CallState,
  { outcome, preview }: { readonly outcome: ToolOutcome; readonly preview: PreviewedCommand },
  previewId: string,
): NonNullable<Previewed['body']['run']> {
  const finished = toFinished(call, outcome);
  if (finished.type !== 'tool_finished') throw new AgentError('INTERNAL', 'A result has another type');
  const { content, isError, errorType, data, display, artifact } = finished.body;
  const result = { content, isError, errorType, data, display, artifact };
  const printed = outcome.content.flatMap((part) => (part.type === 'text' ? [part.text] : [])).join('\n');
  return {
    ...result,
    changes: [...preview.changes],
    preview: toCommandPreview(preview, previewId, printed.slice(0, OUTPUT_CHARS)),
  };
}

/** What a person is shown. */
export function toCommandPreview(
  { end, git, limits, conflicts, obstacle, files, fileCount, diffs, databases }: PreviewedCommand,
  previewId: string,
  output: string,
): NonNullable<Previewed['body']['run']>['preview'] {
  return {
    ...{ previewId, exitCode: end.exitCode, durationMs: end.durationMs, output },
    ...{ files: [...files], fileCount, diffs: [...diffs], git: [...git], limits: [...limits] },
    databases: databases.map(({ path, tables }) => ({ path, tables: [...tables] })),
    conflicts: [...conflicts],
    ...(obstacle === undefined ? {} : { obstacle }),
  };
}
