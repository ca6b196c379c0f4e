import { existsSync, statSync } from 'node:fs';
import { join } from 'node:path';
import type { RemoteFiles, RemoteServer } from '@bowline/client';
import type { NewRecord, SessionReader } from '@bowline/log';
import { AgentError } from '@bowline/protocol';
import { bringSave, FileSaves, type Brought, type ObjectStore } from '@bowline/workspace';
import { moveTexts } from '../texts/session-texts.ts';

/** Where the files of sessions are moved from and to. */
export interface MoveFilesParts {
  readonly remote: Pick<RemoteServer, 'files'>;
  readonly bowlineHome: string;
  /** Files with one of these in them are not moved. */
  readonly secrets: readonly string[];
  /** The unique name of this machine's sessions folder. */
  readonly place: string;
}

/** A session whose files are moved. */
export interface MovedSession {
  readonly sessionId: string;
  readonly workspace: string;
}

/** Moves the files of a session together with its log. */
export interface MoveFiles {
  /** Saves the files on the server. The result belongs in the log, just before the session is given away. */
  readonly send: (session: MovedSession & { readonly moveId: string }) => Promise<readonly NewRecord[]>;
  /** Brings what was changed on the server, after the log has come. */
  readonly bring: (log: SessionReader, session: MovedSession) => Promise<BroughtFiles>;
}

/** What came of the files. */
export type BroughtFiles =
  | Brought
  /** The server has none, or has changed none. */
  | { readonly kind: 'none' }
  /** The folder of the session does not exist here. */
  | { readonly kind: 'no-folder' }
  /** They are no longer on the server. */
  | { readonly kind: 'missing' };

export function createMoveFiles(parts: MoveFilesParts): MoveFiles {
  const { remote, bowlineHome, secrets, place } = parts;
  return {
    async send({ sessionId, workspace, moveId }) {
      const files = isFolder(workspace) ? await remote.files() : null;
      if (files === null) return [];
      const saves = new FileSaves({ root: workspace, store: toStore(files), owner: sessionId, secrets });
      const saved = await saves.save();
      if (saved.kind === 'saved') return [{ type: 'files_saved', body: { save: saved.name, copy: moveId } }];
      const { message, hint } = moveTexts.filesTooLarge(workspace, saved.limit);
      throw new AgentError('OPTIONS_INVALID', message, { hint });
    },
    async bring(log, { sessionId, workspace }) {
      const arrival = await findArrival(log, place);
      if (arrival?.last === undefined || arrival.last === arrival.base) return { kind: 'none' };
      const files = await remote.files();
      if (files === null) return { kind: 'missing' };
      if (!isFolder(workspace)) return { kind: 'no-folder' };
      const { base, last, moveId } = arrival;
      const key = `${sessionId}:pull:${moveId}`;
      const historyFolder = join(bowlineHome, 'files');
      return await bringSave({ store: toStore(files), base, last, root: workspace, historyFolder, secrets, key });
    },
  };
}

interface Arrival {
  readonly moveId: string;
  /** The save with which the session left a machine the last time, and the last one before it came. */
  readonly base: string | undefined;
  readonly last: string | undefined;
}

/** The last arrival of a session, if that was here. */
async function findArrival(log: SessionReader, place: string): Promise<Arrival | undefined> {
  let [base, current]: [string | undefined, { readonly save: string; readonly copy: string } | undefined] = [
    undefined,
    undefined,
  ];
  let arrival: (Arrival & { readonly at: string }) | undefined;
  for await (const { type, body } of log.read()) {
    if (type === 'files_saved') current = body;
    if (type === 'session_moved' && current?.copy === body.moveId) base = current.save;
    if (type === 'session_arrived') arrival = { ...body, base, last: current?.save };
  }
  return arrival?.at === place ? arrival : undefined;
}

function isFolder(path: string): boolean {
  return existsSync(path) && statSync(path).isDirectory();
}

/** The objects of the server, which lists and removes none for clients. */
function toStore(files: RemoteFiles): ObjectStore {
  const refuse = (): never => {
    throw new AgentError('INTERNAL', moveTexts.notListed);
  };
  return {
    facts: (key) => files.facts(key),
    get: (key) => files.get(key),
    put: (key, bytes) => files.put(key, bytes),
    list: refuse,
    remove: refuse,
  };
}
