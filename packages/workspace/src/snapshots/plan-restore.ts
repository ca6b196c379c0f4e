import type { ContentSource } from './contents-aside.ts';
import { depthOf, joinKey, parentsOf } from './file-key.ts';
import { byPath, isSameState, type FileChange, type MaybeState, type Seen } from './file-state.ts';
import { partsOf } from './merge-steps.ts';
import { mergeStates } from './merge-states.ts';
import { isFolderState, isWork, type PlanEntry, type RefusalReason, type RestoreTarget } from './restore-plan.ts';

/** What a plan reads. */
export interface PlanParts {
  readonly contents: ContentSource;
  /** What is at a path. Null below a link or a file. Contents of files are kept for merges. */
  readonly read: (path: string) => Seen;
  /** The names in a folder, or undefined if they cannot be listed. */
  readonly list: (path: string) => readonly string[] | undefined;
}

/** What is to be restored, and what the caller has decided. */
export interface PlanRequest {
  readonly changes: readonly FileChange[];
  readonly target: RestoreTarget;
  /** Conflicts to overwrite. */
  readonly overwrite: ReadonlySet<string>;
  /** What an earlier plan saw. A path where something else is now is left alone. */
  readonly planned?: ReadonlyMap<string, Seen>;
}

/** The mode of a folder that is needed but is in no step. */
const NEW_FOLDER = 0o755;

/**
 * Decides what happens to each path. Folders are emptied before they go and exist before they are filled: if something
 * prevents that, the paths concerned are left alone too.
 */
export function planRestore(request: PlanRequest, parts: PlanParts): readonly PlanEntry[] {
  const entries: Entries = new Map(request.changes.map((change) => [change.path, planPath(change, request, parts)]));
  const deepestFirst = [...entries.keys()].toSorted((a, b) => depthOf(b) - depthOf(a));
  for (const path of deepestFirst) requireEmpty(path, entries, parts);
  for (const path of deepestFirst.toReversed()) requireParents(path, entries, parts);
  return [...entries.values()].toSorted(byPath);
}

type Entries = Map<string, PlanEntry>;

/** What will be at a path. */
function outcomeOf(path: string, entries: Entries, parts: PlanParts): Seen {
  const entry = entries.get(path);
  if (entry === undefined) return parts.read(path);
  return isWork(entry) ? entry.result : entry.now;
}

/** A folder stays if something in it stays. */
function requireEmpty(path: string, entries: Entries, parts: PlanParts): void {
  const entry = entries.get(path);
  if (entry === undefined || !isWork(entry) || !isFolderState(entry.now) || isFolderState(entry.result)) return;
  const names = parts.list(path);
  if (names?.every((name) => outcomeOf(joinKey(path, name), entries, parts) === null) === true) return;
  entries.set(path, refuse(entry, entry.result === null ? 'keep' : 'conflict', 'not-empty'));
}

/** Creates folders that are missing above a path. If something else is there, the path is left alone. */
function requireParents(path: string, entries: Entries, parts: PlanParts): void {
  const entry = entries.get(path);
  if (entry === undefined || !isWork(entry) || entry.result === null) return;
  const missing = [...parentsOf(path)].filter((parent) => !isFolderState(outcomeOf(parent, entries, parts)));
  if (missing.some((parent) => entries.has(parent) || parts.read(parent) !== null))
    entries.set(path, refuse(entry, 'conflict', 'blocked'));
  else for (const parent of missing) entries.set(parent, toNewFolder(parent));
}

function planPath(change: FileChange, request: PlanRequest, { contents, read }: PlanParts): PlanEntry {
  const { path } = change;
  const goal = change[request.target];
  const now = read(path);
  const untouched = { path, now, goal, result: now };
  if (request.planned !== undefined && !isSameState(request.planned.get(path) ?? null, now))
    return refuse(untouched, 'conflict', 'changed-since-plan');
  if (now?.kind === 'unseen') return refuse(untouched, 'conflict', 'unseen');
  const merged = mergeParts(change, { now, target: request.target }, contents);
  if (merged !== 'conflict') return toEntry(untouched, merged, contents);
  const isOverwritten = request.overwrite.has(path);
  return isOverwritten ? toEntry(untouched, { state: goal }, contents) : refuse(untouched, 'conflict', 'changed');
}

function toEntry(
  untouched: Omit<PlanEntry, 'action'>,
  outcome: { readonly state: MaybeState } | 'gone',
  contents: ContentSource,
): PlanEntry {
  if (outcome === 'gone') return refuse(untouched, 'gone', 'gone');
  const result = outcome.state;
  if (isSameState(result, untouched.now)) return { ...untouched, action: 'keep' };
  if (result?.kind === 'file' && !contents.has(result.hash)) return refuse(untouched, 'gone', 'gone');
  return { ...untouched, action: isSameState(result, untouched.goal) ? 'restore' : 'merge', result };
}

/** Undoes the parts of a change from the last to the first, or does them again in order. */
function mergeParts(
  change: FileChange,
  { now, target }: { readonly now: MaybeState; readonly target: RestoreTarget },
  contents: ContentSource,
): ReturnType<typeof mergeStates> {
  const isBack = target === 'before';
  let state = now;
  for (const { before, after } of isBack ? partsOf(change).toReversed() : partsOf(change)) {
    const [expected, goal] = isBack ? [after, before] : [before, after];
    const merged = mergeStates({ now: state, expected, goal }, contents);
    if (typeof merged === 'string') return merged;
    ({ state } = merged);
  }
  return { state };
}

function refuse(entry: Omit<PlanEntry, 'action'>, action: PlanEntry['action'], reason: RefusalReason): PlanEntry {
  return { ...entry, action, result: entry.now, reason };
}

function toNewFolder(path: string): PlanEntry {
  const folder = { kind: 'folder', mode: NEW_FOLDER } as const;
  return { path, now: null, goal: folder, result: folder, action: 'restore' };
}
