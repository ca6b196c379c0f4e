import { toText } from '@bowline/protocol';
import * as z from 'zod';
import { defineTool, fail, succeed, type Tool, type ToolOutcome } from '../define-tool.ts';
import type { ToolHost } from '../tool-host.ts';
import { answerFileErrors } from './answer-file-errors.ts';
import type { AppliedEdit, Edit } from './edit/apply-edit.ts';
import { butFor, showLines } from './edit/explain-refusal.ts';
import { planEdits, type EditPlan, type PlannedEdits } from './edit/plan-edits.ts';
import { resolvePath, toAbsolute, toShown } from './resolve-path.ts';
import { toDiff } from './to-diff.ts';

const MAX_BYTES = 50_000_000;

const oldString = z
  .string()
  .describe('The text to replace, exactly as it is in the file, with enough lines around it to be the only match.');
const newString = z.string().describe('The text to put in its place.');
const allowMultiple = z.boolean().optional().describe('Replace every match, instead of exactly one.');

const input = z
  .object({
    file_path: z.string().min(1).describe('The file to change, absolute or relative to the workspace.'),
    instruction: z.string().describe('What this change is for, in a sentence.'),
    old_string: oldString.optional(),
    new_string: newString.optional(),
    allow_multiple: allowMultiple,
    edits: z
      .array(z.object({ old_string: oldString, new_string: newString, allow_multiple: allowMultiple }))
      .optional()
      .describe('Several changes of this file, instead of old_string and new_string: made in order, all or none.'),
  })
  .refine((value) => toEdits(value).length > 0, { error: 'needs old_string and new_string, or edits' });
type Input = z.infer<typeof input>;

/** Replaces texts in a file by others, when it is sure which are meant. */
export const replace: Tool = defineTool({
  name: 'replace',
  description:
    'Replaces old_string by new_string in a file. old_string must be what is there, spaces and all (read the file first), ' +
    'and must match once unless allow_multiple is true. Several changes of one file go in edits. Line breaks and ' +
    'indentation are kept as the file has them. An empty old_string makes a new file.',
  effect: 'write',
  input,
  display: (args) => {
    const edits = toEdits(args);
    const [before, after] = (['old_string', 'new_string'] as const).map((key) =>
      edits.map((edit) => edit[key]).join('\n'),
    );
    return toDiff(args.file_path, before ?? '', after ?? '');
  },
  preview: async (args, host) => {
    const resolved = await resolvePath(host, args.file_path);
    const planned = resolved.ok ? await planOn(host, resolved.path, args) : undefined;
    return planned?.plan.ok === true ? toDiff(args.file_path, planned.plan.before, planned.plan.after) : undefined;
  },
  refusal: async (args, host) => {
    const resolved = await resolvePath(host, args.file_path);
    // What is said of a miss quotes the file: of one that may hold keys nothing is said before a person is asked.
    if (resolved.ok && host.isProtected?.(resolved.path) === true) return undefined;
    const planned = await planFor(args, host);
    return planned.ok ? undefined : planned.outcome;
  },
  writes: ({ file_path }, host) => [toAbsolute(host, file_path)],
  run: answerFileErrors(async (args: Input, { host, signal }) => {
    const planned = await planFor(args, host);
    if (!planned.ok) return planned.outcome;
    const { path, plan, hasChanged } = planned;
    if (signal.aborted) return fail('aborted', `${args.file_path} was not changed.`);
    await host.files.write(path, plan.data);
    // What somebody else did to it the model has not seen, however well its own change went in.
    if (!hasChanged) host.seen?.note(path, plan.data);
    return toOutcome(toShown(host, path), plan, hasChanged);
  }),
});

type Planned =
  | { readonly ok: true; readonly path: string; readonly plan: PlannedEdits; readonly hasChanged: boolean }
  | { readonly ok: false; readonly outcome: ToolOutcome };

/** What the edits make of the file as it is now, or why they cannot be made. */
async function planFor(args: Input, host: ToolHost): Promise<Planned> {
  const resolved = await resolvePath(host, args.file_path);
  if (!resolved.ok) return resolved;
  const { path } = resolved;
  const { plan, hasChanged } = await planOn(host, path, args);
  if (hasChanged && !isSafe(plan)) return { ok: false, outcome: refuseChanged(args.file_path, plan) };
  return plan.ok ? { ok: true, path, plan, hasChanged } : { ok: false, outcome: plan.outcome };
}

/** As a call may have them. */
interface SentEdits {
  readonly old_string?: string | undefined;
  readonly new_string?: string | undefined;
  readonly allow_multiple?: boolean | undefined;
  readonly edits?: readonly Edit[] | undefined;
}

function toEdits({ old_string, new_string, allow_multiple, edits = [] }: SentEdits): readonly Edit[] {
  const isLeftOut = old_string === undefined || new_string === undefined;
  // Some models fill in what they do not use.
  const isUnused = isLeftOut || (edits.length > 0 && old_string === '' && new_string === '');
  return isUnused ? edits : [{ old_string, new_string, allow_multiple }, ...edits];
}

async function planOn(
  host: ToolHost,
  path: string,
  args: Input,
): Promise<{ readonly plan: EditPlan; readonly hasChanged: boolean }> {
  const refuse = (errorType: string, text: string): { readonly plan: EditPlan; readonly hasChanged: boolean } => ({
    plan: { ok: false, outcome: fail(errorType, `${args.file_path} ${text}`) },
    hasChanged: false,
  });
  const info = await host.files.info(path);
  if (info !== undefined && info.kind !== 'file') return refuse('not_a_file', 'is not a file.');
  if (info !== undefined && info.size > MAX_BYTES)
    return refuse('file_too_large', `has ${info.size} bytes, more than ${MAX_BYTES}.`);
  const bytes = await host.files.read(path);
  const hasChanged = bytes !== undefined && host.seen?.compare(path, bytes) === 'changed';
  return { plan: planEdits(bytes, toEdits(args), args.file_path), hasChanged };
}

/** In a file that somebody else has changed, only what is found exactly and once is surely what the model saw. */
function isSafe(plan: EditPlan): boolean {
  return plan.ok && plan.applied.every(({ stage, count }) => isExact(stage) && count === 1);
}

function isExact(stage: AppliedEdit['stage']): boolean {
  return butFor(stage) === '';
}

function refuseChanged(name: string, plan: EditPlan): ToolOutcome {
  const why = plan.ok ? 'old_string is not in it exactly and only once.' : toText(plan.outcome.content);
  return fail(
    'file_changed',
    `${name} has changed since it was last read here, and the change was not made. Read it again first. ${why}`,
  );
}

function toOutcome(name: string, plan: PlannedEdits, hasChanged: boolean): ToolOutcome {
  const { before, after, applied } = plan;
  const count = applied.reduce((sum, edit) => sum + edit.count, 0);
  const notes = applied.filter(({ stage }) => !isExact(stage)).map(toNote);
  if (hasChanged)
    notes.unshift(`${name} had changed since it was last read here; old_string was still in it, exactly and once.`);
  const done =
    count === 0 ? `Created ${name}.` : `Replaced ${count === 1 ? '1 match' : `${count} matches`} in ${name}.`;
  return succeed([done, ...notes].join('\n'), {
    display: toDiff(name, before, after),
    data: { replacements: count },
  });
}

/** The model learns what it had wrong, and sees what was made of it. */
function toNote({ stage, after, changed }: AppliedEdit): string {
  const shown = showLines(after, changed.start, changed.end);
  return `old_string was there ${butFor(stage)}; the layout of the file was kept. Now it is (numbers are not part of it):\n${shown}`;
}
