import type { ContentSource } from './contents-aside.ts';
import { depthOf, joinKey, parentsOf } from './file-key.ts';
import { isSameState, type FileChange, type MaybeState, type Seen } from './file-state.ts';
import { mergeStates } from './merge-states.ts';
import { isFolderState, type Refusal, type RefusalReason, type RestoreOperation } from './restore-plan.ts';

/** What applying a run did. */
export interface AppliedEffects {
  /** Either everything was applied, or nothing. */
  readonly isApplied: boolean;
  /** What has changed. */
  readonly step: readonly FileChange[];
  /** Why nothing was applied: paths that are not as the run saw them, or that could not be changed. */
  readonly refused: readonly Refusal[];
}

/** What a plan reads. */
interface PlanParts {
  readonly read: (path: string) => Seen;
  readonly isStored: (hash: string) => boolean;
  /** The entries of a folder. Undefined if there is none, or if it cannot be read. */
  readonly namesIn: (path: string) => readonly string[] | undefined;
  /** Whether a path is as in a state. */
  readonly isAs: (path: string, now: Seen, state: MaybeState) => boolean;
}

/** The operations that apply a run, or what prevents it. With `overwrite`, other changes since the run are replaced. */
export function planEffects(
  changes: readonly FileChange[],
  isOverwriting: boolean,
  { read, isStored, isAs, namesIn }: PlanParts,
): { readonly operations: readonly RestoreOperation[]; readonly refused: readonly Refusal[] } {
  const operations = new Map<string, RestoreOperation>();
  const refused: Refusal[] = [];
  const staying = findStaying(changes, { namesIn });
  for (const change of changes) {
    if (staying.has(change.path)) continue;
    const now = read(change.path);
    const reason = reasonAgainst(change, now, { isOverwriting, isStored, isAs });
    if (reason !== undefined) refused.push({ path: change.path, reason });
    else if (now?.kind !== 'unseen' && !isSameState(now, change.after))
      operations.set(change.path, { path: change.path, from: now, to: change.after });
  }
  const willBeFolder = (path: string): boolean => isFolderState(operations.get(path)?.to ?? read(path));
  for (const { path, after } of changes)
    if (after !== null && [...parentsOf(path)].some((parent) => !willBeFolder(parent)))
      refused.push({ path, reason: 'blocked' });
  return { operations: [...operations.values()], refused };
}

/** Removed folders in which the user has other files by now: they stay, and what the run knew of is removed. */
function findStaying(changes: readonly FileChange[], { namesIn }: Pick<PlanParts, 'namesIn'>): ReadonlySet<string> {
  const removed = new Set(changes.flatMap(({ path, after }) => (after === null ? [path] : [])));
  const staying = new Set<string>();
  const folders = changes.filter(({ path, before }) => isFolderState(before) && removed.has(path));
  for (const { path } of folders.toSorted((a, b) => depthOf(b.path) - depthOf(a.path))) {
    const names = namesIn(path) ?? [];
    if (names.map((name) => joinKey(path, name)).some((child) => !removed.has(child) || staying.has(child)))
      staying.add(path);
  }
  return staying;
}

function reasonAgainst(
  { path, before, after }: FileChange,
  now: Seen,
  { isOverwriting, isStored, isAs }: Pick<PlanParts, 'isStored' | 'isAs'> & { readonly isOverwriting: boolean },
): RefusalReason | undefined {
  if (after?.kind === 'file' && !isStored(after.hash)) return 'gone';
  if (now?.kind === 'unseen') return 'unseen';
  // What is already as it would be needs nothing.
  return isAs(path, now, before) || isSameState(now, after) || isOverwriting ? undefined : 'changed';
}

/**
 * The operations that take an apply back, and the paths that someone has edited since: what they wrote stays, without the
 * applied change where the two can be told apart.
 */
export function planTakingBack(
  done: readonly RestoreOperation[],
  { read, contents }: Pick<PlanParts, 'read'> & { readonly contents: ContentSource },
): { readonly operations: readonly RestoreOperation[]; readonly edited: readonly Refusal[] } {
  const operations: RestoreOperation[] = [];
  const edited: Refusal[] = [];
  for (const { path, from, to } of done) {
    const now = read(path);
    // What is there instead of a new file, or where one was removed, was written after that.
    if (from !== null && to !== null && !isSameContent(now, to)) edited.push({ path, reason: 'changed' });
    if (now?.kind === 'unseen') continue;
    const back = mergeStates({ now, expected: to, goal: from }, contents);
    if (typeof back !== 'string' && !isSameState(now, back.state)) operations.push({ path, from: now, to: back.state });
  }
  return { operations, edited };
}

/** Not every file system keeps modes. */
function isSameContent(now: Seen, state: MaybeState): boolean {
  const isFile = now?.kind === 'file' && state?.kind === 'file';
  return isFile ? now.hash === state.hash : isSameState(now, state) || (isFolderState(now) && isFolderState(state));
}
