import { randomUUID } from 'node:crypto';
import { mkdirSync, readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { AgentError } from '@bowline/protocol';
import type { NewRecord, SessionLog } from '@bowline/log';
import {
  FileSaves,
  type ObjectStore,
  type RestoredSave,
  type WorkspaceFence,
  type WorkspaceSaves,
} from '@bowline/workspace';
import { CopyNote } from './copy-note.ts';
import { findLastSave, type LastSave } from './find-last-save.ts';

/** A folder of this machine for the files of one session, and the store that machines share. */
export interface SessionHome {
  /** For this session alone. The same path on each machine, if the model is to see the same paths. */
  readonly folder: string;
  readonly store: ObjectStore;
  /** A session that was never saved starts with the files of this folder. Default: with none. */
  readonly start?: string | undefined;
}

/** What a home is opened with. */
export interface HomeParts {
  readonly log: SessionLog;
  readonly home: SessionHome;
  /** Contents with one of these in them are not saved. */
  readonly secrets: readonly string[];
}

/** The files of a session on this machine, before they are up to date. */
export interface OpenedHome {
  /** Where commands and the file history of this copy are recorded. Those of another copy mean nothing here. */
  readonly stateFolder: string;
  readonly historyFolder: string;
  readonly saves: WorkspaceSaves;
  /** Brings the files up to date, when no command of an earlier owner can change them any more. */
  readonly enter: (fence: WorkspaceFence | undefined) => Promise<void>;
}

/** The folder of the files in a home. Exists afterwards. */
export function toHomeRoot({ folder }: SessionHome): string {
  const root = join(folder, 'files');
  mkdirSync(root, { recursive: true, mode: 0o700 });
  return root;
}

/** Finds out whether this machine has the last copy of a session's files. Changes nothing yet. */
export async function openHome({ log, home, secrets }: HomeParts): Promise<OpenedHome> {
  const { folder, store, start } = home;
  const root = toHomeRoot(home);
  const note = new CopyNote(folder);
  const last = await findLastSave(log);
  const isSame = last !== undefined && note.isOf(last);
  const copy = isSame ? last.copy : randomUUID();
  const owner = log.sessionId;
  const files = new FileSaves({ root, store, owner, secrets, keepsGit: true });
  const save: WorkspaceSaves['save'] = async () => {
    const saved = await files.save();
    // Before the record: if that is never written, these files are not taken for what the log says.
    if (saved.kind === 'saved') note.write({ copy, save: saved.name });
    return saved;
  };
  return {
    stateFolder: join(folder, 'state', copy, 'commands'),
    historyFolder: join(folder, 'state', copy, 'history'),
    saves: { copy, isRestored: !isSame && last !== undefined, save },
    enter: async (fence) => {
      if (isSame) return;
      await requireAlone(fence);
      note.remove();
      forgetOthers(join(folder, 'state'), copy);
      const restored = await fill(files, last, { store, start, secrets, owner });
      const saved = await save();
      if (saved.kind === 'saved') await log.append([{ type: 'files_saved', body: { save: saved.name, copy } }]);
      const missing = restored === undefined ? undefined : toNotice(restored);
      if (missing !== undefined) await log.append([missing]);
    },
  };
}

/** Throws if a process of an earlier owner on this machine could still change the files. */
async function requireAlone(fence: WorkspaceFence | undefined): Promise<void> {
  const verdict = await fence?.check([]);
  if (verdict?.kind !== 'unproved') return;
  throw new AgentError('STORE_FAILED', `Files cannot be restored: ${verdict.reason}`, {
    hint: 'End the processes, or continue the session on another worker',
    retryable: true,
  });
}

/** Commands and file histories of other copies. Nothing reads them any more. */
function forgetOthers(state: string, copy: string): void {
  mkdirSync(state, { recursive: true, mode: 0o700 });
  for (const name of readdirSync(state)) if (name !== copy) rmSync(join(state, name), { recursive: true, force: true });
}

interface Filling {
  readonly store: ObjectStore;
  readonly start: string | undefined;
  readonly secrets: readonly string[];
  readonly owner: string;
}

async function fill(
  files: FileSaves,
  last: LastSave | undefined,
  { store, start, secrets, owner }: Filling,
): Promise<RestoredSave | undefined> {
  let name = last?.save;
  if (name === undefined) {
    if (start === undefined) return undefined;
    const begun = await new FileSaves({ root: start, store, owner, secrets, keepsGit: true }).save();
    if (begun.kind === 'too-large')
      throw new AgentError('OPTIONS_INVALID', `The folder ${start} is too large to be saved`, {
        hint: `It has more than ${begun.limit}. Start the session with a smaller folder`,
      });
    ({ name } = begun);
  }
  const restored = await files.restore(name);
  if (restored.kind === 'restored') return restored;
  throw new AgentError('SESSION_DAMAGED', 'The files of this session are no longer stored', {
    hint: 'The log is complete: export the session, and import it where its files are',
  });
}

/** Tells what other machines do not have. Generated folders can be made again. */
function toNotice({ leftOut }: RestoredSave): NewRecord | undefined {
  const lost = leftOut.filter(({ reason }) => reason !== 'git' && reason !== 'generated').map(({ path }) => path);
  if (lost.length === 0) return undefined;
  const named = lost.slice(0, 5).join(', ');
  const text = `${lost.length} files were not saved, and may be missing on this worker: ${named}`;
  return { type: 'notice', body: { level: 'warning', code: 'FILES_NOT_SAVED', text } };
}
