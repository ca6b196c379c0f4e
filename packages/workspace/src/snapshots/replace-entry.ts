import {
  closeSync,
  fchmodSync,
  fchownSync,
  fstatSync,
  fsyncSync,
  linkSync,
  openSync,
  renameSync,
  rmSync,
  symlinkSync,
  unlinkSync,
  writeFileSync,
  type BigIntStats,
} from 'node:fs';
import type { Contents } from './contents.ts';
import { toDiskPath, toName } from './file-key.ts';
import { isSameState, type FileState } from './file-state.ts';
import { errnoOf, type EntryPath } from './in-folder.ts';
import { readEntry, statEntry } from './read-entry.ts';
import { isFolderState, type RefusalReason, type RestoreOperation } from './restore-plan.ts';

/** What replacing an entry needs. */
export interface ReplaceParts {
  readonly contents: Contents;
  readonly maxFileBytes: number;
  /** Called before and after every change to the disk, for tests that stop there. */
  readonly point: () => void;
}

/** An entry to replace: the operation, its open folder and the start of its temporary names. */
export interface ReplacedEntry {
  readonly operation: RestoreOperation;
  readonly at: EntryPath;
  readonly mark: string;
}

/**
 * Replaces a file or a link, or removes it. The old one is moved aside and compared first, so a change that was made a
 * moment ago is put back and not lost. Doing it again after a crash leads to the same result. Returns why it was not
 * done, or undefined.
 */
export function replaceEntry(entry: ReplacedEntry, parts: ReplaceParts): RefusalReason | undefined {
  const { at, mark, operation } = entry;
  const places = { target: at(toName(operation.path)), old: at(`${mark}.old`), fresh: at(`${mark}.new`) };
  let reason: RefusalReason | undefined;
  try {
    reason = exchange(operation, places, parts);
  } catch (thrown) {
    putBack(places);
    if (errnoOf(thrown) === undefined) throw thrown;
    reason = 'failed';
  } finally {
    if (discard(operation, places, parts) === 'edited') reason = 'changed';
  }
  return reason;
}

/** The entry itself, where the old one is moved, and where the new one is written. */
interface Places {
  readonly target: string | Buffer;
  readonly old: string | Buffer;
  readonly fresh: string | Buffer;
}

function exchange(operation: RestoreOperation, places: Places, parts: ReplaceParts): RefusalReason | undefined {
  const { from, to } = operation;
  const stage = findStage(operation, places, parts);
  if (stage === 'done' || stage === 'changed') return stage === 'done' ? undefined : stage;
  if (to?.kind === 'file' && !writeNew(to, places, parts)) {
    putBack(places);
    return 'gone';
  }
  if (stage === 'present') moveAside(places, parts);
  if (stage !== 'missing' && !isSameState(readEntry(places.old, parts.maxFileBytes).seen, from)) {
    putBack(places);
    return 'changed';
  }
  return to === null || to.kind === 'folder' ? undefined : place(to, places, parts);
}

/** What is there: the old entry, nothing, the old one aside after a crash, the new one, or something else. */
type Stage = 'present' | 'missing' | 'aside' | 'done' | 'changed';

function findStage({ from, to }: RestoreOperation, { target, old }: Places, { maxFileBytes }: ReplaceParts): Stage {
  const aside = readEntry(old, maxFileBytes).seen;
  const now = readEntry(target, maxFileBytes).seen;
  if (aside !== null && now === null) return 'aside';
  if (isSameState(now, to) || (isFolderState(now) && isFolderState(to))) return 'done';
  if (aside !== null) return 'changed';
  if (now !== null) return isSameState(now, from) ? 'present' : 'changed';
  // A change between a folder and a file has a moment in between when nothing is there.
  return from === null || isFolderState(from) || isFolderState(to) ? 'missing' : 'changed';
}

function moveAside({ target, old }: Places, { point }: ReplaceParts): void {
  point();
  renameSync(target, old);
  point();
}

function writeNew(
  to: FileState & { readonly kind: 'file' },
  { target, old, fresh }: Places,
  { contents, point }: ReplaceParts,
): boolean {
  const bytes = contents.get(to.hash);
  if (bytes === undefined) return false;
  rmSync(fresh, { force: true });
  point();
  const file = openSync(fresh, 'wx', 0o600);
  try {
    writeFileSync(file, bytes);
    keepOwner(file, statEntry(target) ?? statEntry(old));
    fchmodSync(file, to.mode);
    fsyncSync(file);
  } finally {
    closeSync(file);
  }
  point();
  return true;
}

/** Only root can give a file to another user; for others it is theirs already. */
function keepOwner(file: number, before: BigIntStats | undefined): void {
  const { uid, gid } = fstatSync(file);
  if (before === undefined || (Number(before.uid) === uid && Number(before.gid) === gid)) return;
  try {
    fchownSync(file, Number(before.uid), Number(before.gid));
  } catch (thrown) {
    if (errnoOf(thrown) !== 'EPERM') throw thrown;
  }
}

/** Neither call replaces something that was created in the meantime. */
function place(to: FileState, { target, fresh }: Places, { point }: ReplaceParts): RefusalReason | undefined {
  point();
  try {
    if (to.kind === 'link') symlinkSync(toDiskPath(to.target), target);
    else linkOrRename(fresh, target);
  } catch (thrown) {
    if (errnoOf(thrown) !== 'EEXIST') throw thrown;
    return 'changed';
  }
  point();
  return undefined;
}

function linkOrRename(fresh: string | Buffer, target: string | Buffer): void {
  try {
    linkSync(fresh, target);
  } catch (thrown) {
    // Some file systems have no hard links.
    if (!['EPERM', 'ENOTSUP', 'EOPNOTSUPP', 'ENOSYS', 'EMLINK'].includes(errnoOf(thrown) ?? '')) throw thrown;
    renameSync(fresh, target);
  }
}

/** Gives a path back what was moved aside, unless something else is there by now. */
function putBack({ target, old }: Places): void {
  if (statEntry(old) !== undefined && statEntry(target) === undefined) renameSync(old, target);
}

/**
 * Removes the temporary files. What was moved aside is removed only if its content is stored: otherwise it stays beside
 * the file.
 */
function discard(operation: RestoreOperation, places: Places, parts: ReplaceParts): 'edited' | undefined {
  const { contents, maxFileBytes, point } = parts;
  const { old, fresh } = places;
  point();
  rmSync(fresh, { force: true });
  point();
  const { seen, bytes } = readEntry(old, maxFileBytes);
  if (seen === null) return undefined;
  const isEdited = !isSameState(seen, operation.from);
  if (isEdited && giveBack(operation, places, parts)) return 'edited';
  const isStored = seen.kind === 'file' && bytes !== undefined && contents.put(seen.hash, bytes);
  if (!isStored && isEdited) return undefined;
  if (isStored) contents.flush();
  unlinkSync(old);
  point();
  return undefined;
}

/**
 * A program that had the old file open may have written to it after it was compared. The path then gets it back, unless
 * something else is there by now.
 */
function giveBack({ to }: RestoreOperation, { target, old }: Places, { maxFileBytes, point }: ReplaceParts): boolean {
  const now = readEntry(target, maxFileBytes).seen;
  if (now !== null && (isFolderState(now) || !isSameState(now, to))) return false;
  renameSync(old, target);
  point();
  return true;
}
