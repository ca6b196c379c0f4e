import type { FilePreview } from '@bowline/protocol';
import { compareText, MAX_DIFF_BYTES, type TextDiff } from './compare-text.ts';
import { byPath, isSameState, type FileChange, type MaybeState, type Seen } from './file-state.ts';
import { mergeSteps, partsOf } from './merge-steps.ts';
import type { PlanEntry } from './restore-plan.ts';

/** A stored content, or null. */
type ReadContent = (hash: string) => Promise<Uint8Array | null>;

/** Of more files, only the names are shown. */
const MAX_DIFFS = 300;

/** What a plan would do, with diffs. `overwrite` has the conflicts that are not left alone. */
export async function previewRestore(
  entries: readonly PlanEntry[],
  overwrite: readonly string[],
  read: ReadContent,
): Promise<readonly FilePreview[]> {
  const previews = entries.flatMap((entry) => toPreview(entry, overwrite));
  return await withDiffs(previews, read);
}

/** What steps have changed, with diffs. A path that something else changed in between is listed once for each part. */
export async function previewSteps(
  steps: readonly (readonly FileChange[])[],
  read: ReadContent,
): Promise<readonly FilePreview[]> {
  const changes = mergeSteps(steps).toSorted(byPath);
  const previews = changes.flatMap((change) =>
    partsOf(change).map(({ before, after }) => ({ path: change.path, action: toAction(before, after), before, after })),
  );
  return await withDiffs(previews, read);
}

function toPreview(
  { path, action, now, goal, result, reason }: PlanEntry,
  overwrite: readonly string[],
): FilePreview[] {
  if (reason === 'changed' && overwrite.includes(path))
    return [{ path, action: toAction(now, goal), ...ends(now, goal) }];
  if (reason !== undefined)
    return [{ path, action: action === 'gone' ? 'gone' : 'conflict', reason, ...ends(now, goal) }];
  if (isSameState(now, result)) return [];
  return [{ path, action: action === 'merge' ? 'merge' : toAction(now, result), ...ends(now, result) }];
}

function ends(before: Seen, after: Seen): Pick<FilePreview, 'before' | 'after'> {
  return {
    ...(before?.kind === 'unseen' ? {} : { before }),
    ...(after?.kind === 'unseen' ? {} : { after }),
  };
}

function toAction(before: Seen, after: Seen): FilePreview['action'] {
  if (before === null) return 'create';
  return after === null ? 'delete' : 'change';
}

async function withDiffs(previews: readonly FilePreview[], read: ReadContent): Promise<readonly FilePreview[]> {
  const done: FilePreview[] = [];
  // One at a time: two contents are in memory, not all of them.
  for (const [at, preview] of previews.entries())
    done.push(at < MAX_DIFFS ? { ...preview, ...(await diffOf(preview, read)) } : preview);
  return done;
}

async function diffOf(preview: FilePreview, read: ReadContent): Promise<Partial<TextDiff>> {
  const { before, after } = preview;
  if (!hasDiff(preview) || !isComparable(before) || !isComparable(after)) return {};
  const [left, right] = [await contentOf(before, read), await contentOf(after, read)];
  const found = left === null || right === null ? undefined : compareText(left, right);
  return found === undefined || found.diff === '' ? {} : found;
}

/** A path that is left alone has one only if it can be overwritten. */
function hasDiff({ before, after, reason }: FilePreview): boolean {
  if (reason !== undefined && reason !== 'changed') return false;
  return before?.kind === 'file' || after?.kind === 'file';
}

/** Nothing or a file of a size that can be compared. */
function isComparable(state: MaybeState | undefined): state is MaybeState {
  return state === null || (state?.kind === 'file' && state.size <= MAX_DIFF_BYTES);
}

async function contentOf(state: MaybeState, read: ReadContent): Promise<Uint8Array | null> {
  return state?.kind === 'file' ? await read(state.hash) : new Uint8Array();
}
