import { hash } from 'node:crypto';
import type { ContentSource } from './contents-aside.ts';
import { isSameState, type FileState, type MaybeState } from './file-state.ts';
import { mergeText } from './merge-text.ts';

/** What a merge compares: what is there, what the steps left, and what they should become. */
export interface MergedStates {
  readonly now: MaybeState;
  readonly expected: MaybeState;
  readonly goal: MaybeState;
}

/**
 * The state that has the change from `expected` to `goal` and keeps what is different in `now`. A merged content is
 * stored.
 */
export function mergeStates(
  { now, expected, goal }: MergedStates,
  contents: ContentSource,
): { readonly state: MaybeState } | 'conflict' | 'gone' {
  if (isSameState(now, expected)) return { state: goal };
  if (isSameState(now, goal) || isSameState(expected, goal)) return { state: now };
  if (isOf('folder', now) && isOf('folder', goal)) {
    // If there was no folder in between, it was created again, and its later mode stays.
    return { state: { ...now, mode: isOf('folder', expected) ? mergeModes(now, expected, goal) : now.mode } };
  }
  if (!isOf('file', now) || !isOf('file', expected) || !isOf('file', goal)) return 'conflict';
  return mergeFiles({ now, expected, goal }, contents);
}

function isOf<Kind extends FileState['kind']>(kind: Kind, state: MaybeState): state is FileState & { kind: Kind } {
  return state?.kind === kind;
}

function mergeFiles(
  files: Readonly<Record<keyof MergedStates, FileState & { readonly kind: 'file' }>>,
  contents: ContentSource,
): { readonly state: FileState } | 'conflict' | 'gone' {
  const { now, expected, goal } = files;
  const mode = mergeModes(now, expected, goal);
  if (now.hash === expected.hash) return { state: { ...goal, mode } };
  if (now.hash === goal.hash || expected.hash === goal.hash) return { state: { ...now, mode } };
  const [ours, base, theirs] = [now, expected, goal].map((each) => contents.get(each.hash));
  if (ours === undefined || base === undefined || theirs === undefined) return 'gone';
  const merged = mergeText({ ours, base, theirs });
  if (merged === undefined) return 'conflict';
  const key = hash('sha256', merged, 'hex');
  contents.put(key, merged);
  return { state: { kind: 'file', hash: key, size: merged.length, mode } };
}

/** If both changed the mode, the one that is there stays. */
function mergeModes(...[now, expected, goal]: readonly [HasMode, HasMode, HasMode]): number {
  return now.mode === expected.mode ? goal.mode : now.mode;
}

interface HasMode {
  readonly mode: number;
}
