import { toName, toParent } from './file-key.ts';
import type { FileChange, MaybeState } from './file-state.ts';

const GIT = '.git';
/** What commits, branches and the staging area consist of. */
const TOLD =
  /^(?:HEAD|ORIG_HEAD|FETCH_HEAD|COMMIT_EDITMSG|MERGE_HEAD|MERGE_MSG|MERGE_MODE|AUTO_MERGE|CHERRY_PICK_HEAD|REVERT_HEAD|SQUASH_MSG|index|packed-refs|refs\/.+)$/;
const OBJECT = /^objects\/(?:[0-9a-f]{2}\/[0-9a-f]+|pack\/[^/]+|info\/(?:packs|commit-graphs?(?:\/.+)?))$/;
const LOG = /^logs\/.+$/;
/** What a new repository begins with. Git runs none of it. */
const FIRST = /^(?:hooks\/[^/]+\.sample|description|info\/exclude)$/;
/** What makes Git run programs. */
const RUNS = /(?:^|\/)(?:hooks\/[^/]+|config(?:\.worktree)?|info\/attributes|git-rebase-todo)$/;

/** A path in Git's folder: the key of the folder above it, and the path inside it, which is empty for the folder itself. */
export interface InRepository {
  readonly repository: string;
  readonly inside: string;
}

/** Undefined if a path is in no folder of Git. */
export function toRepository(key: string): InRepository | undefined {
  const names = key.split('/');
  const at = names.indexOf(GIT);
  return at === -1 ? undefined : { repository: names.slice(0, at).join('/'), inside: names.slice(at + 1).join('/') };
}

/** Whether Git can run programs because of a path. A file or link in the place of Git's folder names another one. */
export function isRunByGit(key: string): boolean {
  const place = toRepository(key);
  return place !== undefined && (place.inside === '' || RUNS.test(place.inside));
}

/** Whether a change removes an object of a repository that stays. Its number is told. */
export function isRemovedObject({ path, after }: FileChange): boolean {
  return after === null && OBJECT.test(toRepository(path)?.inside ?? '');
}

/**
 * The changes that are listed path by path: all but those that are told in Git's words, and folders that have other
 * changes in them. What makes Git run programs comes first, so that no long list hides it.
 */
export function toListed(changes: readonly FileChange[]): readonly FileChange[] {
  const removed = new Set(
    changes.flatMap(({ path, before, after }) =>
      toName(path) === GIT && before?.kind === 'folder' && after === null ? [path] : [],
    ),
  );
  const parents = new Set(changes.map(({ path }) => toParent(path)));
  const listed = changes.filter((change) =>
    isOnlyFolder(change)
      ? !parents.has(change.path) && toRepository(change.path) === undefined
      : !isTold(change, removed),
  );
  return [...listed.filter(({ path }) => isRunByGit(path)), ...listed.filter(({ path }) => !isRunByGit(path))];
}

function isTold({ path, before, after }: FileChange, removed: ReadonlySet<string>): boolean {
  const place = toRepository(path);
  if (place === undefined) return false;
  const { repository, inside } = place;
  if (removed.has(repository === '' ? GIT : `${repository}/${GIT}`)) return true;
  if (LOG.test(inside)) return after !== null && sizeOf(after) >= sizeOf(before);
  if (FIRST.test(inside)) return before === null;
  if (OBJECT.test(inside)) return before === null || after === null;
  return TOLD.test(inside);
}

function sizeOf(state: MaybeState): number {
  return state?.kind === 'file' ? state.size : 0;
}

/** Whether a change is a folder that was made or removed. */
export function isOnlyFolder({ before, after }: Pick<FileChange, 'before' | 'after'>): boolean {
  const isFolder = [before, after].every((state) => state === null || state.kind === 'folder');
  return isFolder && (before === null || after === null);
}
