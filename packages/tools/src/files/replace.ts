import { toText } from '@bowline/protocol';
import * as z from 'zod';
import { defineTool, fail, succeed, type Tool, type ToolOutcome } from '../define-tool.ts';
import type { Workspace } from '@bowline/workspace';
import { answerFileErrors } from './answer-file-errors.ts';
import type { AppliedEdit, Edit } from './edit/apply-edit.ts';
import { butFor, showLines } from './edit/explain-refusal.ts';
import { planEdits, type EditPlan, type PlannedEdits } from './edit/plan-edits.ts';
import { resolveWritten, toAbsolute, toShown } from './resolve-path.ts';
import { toDiff } from './to-diff.ts';

const MAX_BYTES = 50_000_000;

const oldString = z
  .string()
  .describe(
    'Exact text to replace, including whitespace and indentation. Include enough surrounding lines to match only one place.',
  );
const newString = z.string().describe('Text to insert instead, in full: no placeholders for unchanged code.');
const allowMultiple = z
  .boolean()
  .optional()
  .describe('Replace every match. Defaults to false: exactly one match is required.');

const input = z
  .object({
    file_path: z.string().min(1).describe('File to edit, absolute or relative to the workspace root.'),
    instruction: z.string().describe('Purpose of the change, in one sentence.'),
    old_string: oldString.optional(),
    new_string: newString.optional(),
    allow_multiple: allowMultiple,
    edits: z
      .array(z.object({ old_string: oldString, new_string: newString, allow_multiple: allowMultiple }))
      .optional()
      .describe(
        'Several edits to this file, instead of old_string and new_string. Applied in order; if one fails, none is applied.',
      ),
  })
  .refine((value) => toEdits(value).length > 0, { error: 'needs old_string and new_string, or edits' });
type Input = z.infer<typeof input>;

/** Replaces text in a file if the match is certain. */
export const replace: Tool = defineTool({
  name: 'replace',
  description:
    'Replaces old_string with new_string in a file. Read the file first: old_string must match its text exactly, and only ' +
    'once unless allow_multiple is true. To make several changes to one file, use edits. Keeps the line endings and ' +
    'indentation of the file. An empty old_string creates a new file.',
  effect: 'write',
  input,
  display: (args) => {
    const edits = toEdits(args);
    const [before, after] = (['old_string', 'new_string'] as const).map((key) =>
      edits.map((edit) => edit[key]).join('\n'),
    );
    return toDiff(args.file_path, before ?? '', after ?? '');
  },
  preview: async (args, workspace) => {
    const resolved = await resolveWritten(workspace, args.file_path);
    const planned = resolved.ok ? await planOn(workspace, resolved.path, args) : undefined;
    return planned?.plan.ok === true ? toDiff(args.file_path, planned.plan.before, planned.plan.after) : undefined;
  },
  refusal: async (args, workspace) => {
    const resolved = await resolveWritten(workspace, args.file_path);
    // The explanation of a failed match quotes the file, so a file that may hold keys needs approval first.
    if (resolved.ok && workspace.isProtected?.(resolved.path) === true) return undefined;
    const planned = await planFor(args, workspace);
    return planned.ok ? undefined : planned.outcome;
  },
  writes: ({ file_path }, workspace) => [toAbsolute(workspace, file_path)],
  runsAside: () => true,
  run: answerFileErrors(async (args: Input, { workspace, signal }) => {
    const planned = await planFor(args, workspace);
    if (!planned.ok) return planned.outcome;
    const { path, plan, hasChanged } = planned;
    if (signal.aborted) return fail('aborted', `${args.file_path} was not changed.`);
    await workspace.files.write(path, plan.data);
    // The model has not seen the outside change, even if its own edit succeeded.
    if (!hasChanged) workspace.seen?.note(path, plan.data);
    return toOutcome(toShown(workspace, path), plan, hasChanged);
  }),
});

type Planned =
  | { readonly ok: true; readonly path: string; readonly plan: PlannedEdits; readonly hasChanged: boolean }
  | { readonly ok: false; readonly outcome: ToolOutcome };

/** The result of the edits on the current file, or why they cannot be made. */
async function planFor(args: Input, workspace: Workspace): Promise<Planned> {
  const resolved = await resolveWritten(workspace, args.file_path);
  if (!resolved.ok) return resolved;
  const { path } = resolved;
  const { plan, hasChanged } = await planOn(workspace, path, args);
  if (hasChanged && !isSafe(plan)) return { ok: false, outcome: refuseChanged(args.file_path, plan) };
  return plan.ok ? { ok: true, path, plan, hasChanged } : { ok: false, outcome: plan.outcome };
}

/** Edits as a call may send them. */
interface SentEdits {
  readonly old_string?: string | undefined;
  readonly new_string?: string | undefined;
  readonly allow_multiple?: boolean | undefined;
  readonly edits?: readonly Edit[] | undefined;
}

function toEdits({ old_string, new_string, allow_multiple, edits = [] }: SentEdits): readonly Edit[] {
  const isLeftOut = old_string === undefined || new_string === undefined;
  // Some models fill in parameters that they do not use.
  const isUnused = isLeftOut || (edits.length > 0 && old_string === '' && new_string === '');
  return isUnused ? edits : [{ old_string, new_string, allow_multiple }, ...edits];
}

async function planOn(
  workspace: Workspace,
  path: string,
  args: Input,
): Promise<{ readonly plan: EditPlan; readonly hasChanged: boolean }> {
  const refuse = (errorType: string, text: string): { readonly plan: EditPlan; readonly hasChanged: boolean } => ({
    plan: { ok: false, outcome: fail(errorType, `${args.file_path} ${text}`) },
    hasChanged: false,
  });
  const info = await workspace.files.info(path);
  if (info !== undefined && info.kind !== 'file') return refuse('not_a_file', 'is not a file.');
  if (info !== undefined && info.size > MAX_BYTES)
    return refuse('file_too_large', `has ${info.size} bytes; the limit is ${MAX_BYTES}.`);
  const bytes = await workspace.files.read(path);
  const hasChanged = bytes !== undefined && workspace.seen?.compare(path, bytes) === 'changed';
  return { plan: planEdits(bytes, toEdits(args), args.file_path), hasChanged };
}

/** In a file that changed outside, only an exact and unique match is certain to be what the model saw. */
function isSafe(plan: EditPlan): boolean {
  return plan.ok && plan.applied.every(({ stage, count }) => isExact(stage) && count === 1);
}

function isExact(stage: AppliedEdit['stage']): boolean {
  return butFor(stage) === '';
}

function refuseChanged(name: string, plan: EditPlan): ToolOutcome {
  const why = plan.ok ? 'old_string does not match exactly once.' : toText(plan.outcome.content);
  return fail(
    'file_changed',
    `${name} has changed since you last read it, so nothing was replaced. Read it again first. ${why}`,
  );
}

function toOutcome(name: string, plan: PlannedEdits, hasChanged: boolean): ToolOutcome {
  const { before, after, applied } = plan;
  const count = applied.reduce((sum, edit) => sum + edit.count, 0);
  const notes = applied.filter(({ stage }) => !isExact(stage)).map(toNote);
  if (hasChanged)
    notes.unshift(`${name} had changed since you last read it, but old_string still matched exactly once.`);
  const done =
    count === 0 ? `Created ${name}.` : `Replaced ${count === 1 ? '1 match' : `${count} matches`} in ${name}.`;
  return succeed([done, ...notes].join('\n'), {
    display: toDiff(name, before, after),
    data: { replacements: count },
  });
}

/** Tells the model what it got wrong, and shows the result. */
function toNote({ stage, after, changed }: AppliedEdit): string {
  const shown = showLines(after, changed.start, changed.end);
  return `old_string matched ${butFor(stage)}; the layout of the file was kept. The result is (line numbers are not part of the text):\n${shown}`;
}
