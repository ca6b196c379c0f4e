import type { FileState } from '@bowline/protocol';

export type { FileState } from '@bowline/protocol';

/** A state, or null if nothing is there. */
export type MaybeState = FileState | null;

/** Why a path is named but not stored. */
export type LeftOutReason =
  /** Git's own folder. */
  | 'git'
  /** Dependencies, caches and build output. */
  | 'generated'
  | 'too-large'
  /** A pipe, a socket or a device. */
  | 'special'
  | 'unreadable'
  /** It changed each time it was read. */
  | 'changing'
  /** It holds a known key. */
  | 'secret'
  /** The store has reached its limit, so the content cannot be restored later. */
  | 'store-full'
  /** The root has more entries, or more new content, than is looked at. Nothing was compared. */
  | 'too-many';

/** A path that is not stored. A folder stands for everything in it. */
export interface LeftOut {
  readonly path: string;
  readonly reason: LeftOutReason;
}

/** Something is there that is not stored. */
export interface Unseen {
  readonly kind: 'unseen';
  readonly reason: LeftOutReason;
}

/** The result of inspecting a path. */
export type Seen = MaybeState | Unseen;

/** The two ends of a change. */
export interface ChangePart {
  readonly before: MaybeState;
  readonly after: MaybeState;
}

/** How one path changed. The path is relative to the root, see `toKey`. */
export interface FileChange extends ChangePart {
  readonly path: string;
  /** Only in merged steps: the changes in order, if something else changed the path between them. */
  readonly parts?: readonly ChangePart[];
}

/** A change that is not in the folder yet, and when it was made. */
export interface PendingChange extends FileChange {
  readonly at: string;
}

/** Whether two states are equal. */
export function isSameState(a: Seen, b: Seen): boolean {
  if (a === null || b === null) return a === b;
  if (a.kind === 'file') return b.kind === 'file' && a.hash === b.hash && a.mode === b.mode;
  if (a.kind === 'link') return b.kind === 'link' && a.target === b.target;
  if (a.kind === 'folder') return b.kind === 'folder' && a.mode === b.mode;
  return b.kind === 'unseen' && a.reason === b.reason;
}

/** Orders changes by path. */
export function byPath(a: { readonly path: string }, b: { readonly path: string }): number {
  return a.path < b.path ? -1 : a.path > b.path ? 1 : 0;
}
