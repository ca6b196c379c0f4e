import type { FileChange } from '@bowline/protocol';
import { parentsOf, toName, toParent } from '../snapshots/file-key.ts';
import { byPath, isSameState, type FileState, type MaybeState, type PendingChange } from '../snapshots/file-state.ts';

/** What pending changes say about a path: nothing, that nothing is there, or what is there. */
export type PendingEntry =
  | { readonly kind: 'below' }
  | { readonly kind: 'gone' }
  | { readonly kind: 'entry'; readonly state: FileState; readonly modifiedMs: number };

/** What a command has left in its copy. */
export interface LeftInCopy {
  /** All differences from the folder. */
  readonly changes: readonly FileChange[];
  /** Pending paths that are now as in the folder. */
  readonly reverted: readonly { readonly path: string; readonly state: MaybeState }[];
}

/** Adds later changes to pending ones: one change per path, from what the folder had. */
export function addPending(
  pending: readonly PendingChange[],
  changes: readonly FileChange[],
  at: string,
): readonly PendingChange[] {
  const all = new Map(pending.map((each) => [each.path, each]));
  for (const { path, before, after } of changes) {
    const first = all.get(path);
    const from = first === undefined ? before : first.before;
    if (isSameState(from, after)) all.delete(path);
    else all.set(path, { path, before: from, after, at });
  }
  return [...all.values()].toSorted(byPath);
}

/** Pending changes by path, and those that were added since. Paths are keys relative to the root. */
export class PendingFiles {
  readonly #first: readonly PendingChange[];
  #changes: readonly PendingChange[];
  #byPath: ReadonlyMap<string, PendingChange>;
  #children: ReadonlyMap<string, readonly string[]> | undefined;
  #added: readonly FileChange[] = [];

  constructor(changes: readonly PendingChange[]) {
    this.#first = changes;
    this.#changes = changes;
    this.#byPath = toMap(changes);
  }

  /** All, ordered by path. */
  get changes(): readonly PendingChange[] {
    return this.#changes;
  }

  /** What was added since this was created: one change per path. */
  get added(): readonly FileChange[] {
    return this.#added;
  }

  find(key: string): PendingEntry {
    const own = this.#byPath.get(key);
    if (own !== undefined) return own.after === null ? { kind: 'gone' } : toEntry(own.after, own.at);
    for (const parent of parentsOf(key)) {
      const above = this.#byPath.get(parent);
      // A new folder has only what was put into it.
      if (above !== undefined && !(isFolder(above.before) && isFolder(above.after))) return { kind: 'gone' };
    }
    return { kind: 'below' };
  }

  /** Names in a folder about which something is known. */
  namesIn(folder: string): readonly string[] {
    this.#children ??= new Map(
      [...Map.groupBy(this.#byPath.keys(), toParent)].map(([parent, keys]) => [parent, keys.map(toName)]),
    );
    return this.#children.get(folder) ?? [];
  }

  /** Adds what is now at a path. `below`: what the folder has there. */
  put(key: string, after: MaybeState, below: MaybeState): void {
    const own = this.#byPath.get(key);
    this.#add([{ path: key, before: own === undefined ? below : own.after, after }]);
  }

  /** Adds what a command that began with these changes has left. */
  adopt({ changes, reverted }: LeftInCopy): void {
    const changed = changes.flatMap(({ path, before, after }) => {
      const own = this.#byPath.get(path);
      if (own === undefined) return [{ path, before, after }];
      return isSameState(own.after, after) ? [] : [{ path, before: own.after, after }];
    });
    const back = reverted.flatMap(({ path, state }) => {
      const own = this.#byPath.get(path);
      return own === undefined || isSameState(own.after, state) ? [] : [{ path, before: own.after, after: state }];
    });
    this.#add([...changed, ...back]);
  }

  #add(changes: readonly FileChange[]): void {
    const at = new Date().toISOString();
    const added = addPending(
      this.#added.map((each) => ({ ...each, at })),
      changes,
      at,
    );
    this.#added = added.map(({ path, before, after }) => ({ path, before, after }));
    this.#changes = addPending(this.#first, this.#added, at);
    this.#byPath = toMap(this.#changes);
    this.#children = undefined;
  }
}

function toMap(changes: readonly PendingChange[]): ReadonlyMap<string, PendingChange> {
  return new Map(changes.map((each) => [each.path, each]));
}

function toEntry(state: FileState, at: string): PendingEntry {
  return { kind: 'entry', state, modifiedMs: Date.parse(at) };
}

function isFolder(state: MaybeState): boolean {
  return state?.kind === 'folder';
}
