import { AgentError } from '@bowline/protocol/plain';
import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** Who may change the workspace of a session, in a file for each owner. */
export interface OwnerNote {
  /** Only rises. */
  readonly token: number;
  /** The log that grants epochs. Those of two logs cannot be compared. */
  readonly authority: string;
  readonly epoch: number;
  /** The real path of the workspace. */
  readonly root: string;
  readonly stateFolder: string;
}

const OWNER = /^owner-(\d+)\.json$/;

/** The highest token of a session. 0: none. */
export function newestToken(folder: string): number {
  try {
    return readdirSync(folder).reduce((newest, name) => Math.max(newest, Number(OWNER.exec(name)?.[1] ?? 0)), 0);
  } catch {
    // Nothing was ever claimed here.
    return 0;
  }
}

/** Makes the caller the owner of the workspace. Fails with `SESSION_FENCED` if a later owner of the log has done so. */
export function claimOwnership(folder: string, owner: Omit<OwnerNote, 'token'>): number {
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  for (;;) {
    const newest = newestToken(folder);
    const last = readOwner(folder, newest);
    if (last?.authority === owner.authority && last.epoch > owner.epoch) throw replaced();
    // At least the epoch: without older notes, which may have been cleaned up, the order of owners is kept.
    const token = Math.max(newest + 1, owner.epoch);
    if (!create(folder, { ...owner, token })) continue;
    if (newestToken(folder) > token) throw replaced();
    for (const name of readdirSync(folder)) {
      const old = Number(OWNER.exec(name)?.[1] ?? token);
      if (old < token) rmSync(join(folder, name), { force: true });
    }
    return token;
  }
}

/** Throws if a later owner has claimed the workspace. */
export function requireOwnership(folder: string, token: number): void {
  if (newestToken(folder) > token) throw replaced();
}

function replaced(): AgentError {
  return new AgentError('SESSION_FENCED', 'Another process took over the session and its workspace', {
    hint: 'Nothing more is run or written here. Resume the session to continue it',
  });
}

function readOwner(folder: string, token: number): OwnerNote | undefined {
  try {
    return JSON.parse(readFileSync(join(folder, `owner-${token}.json`), 'utf8')) as OwnerNote;
  } catch {
    // There is none, it was replaced meanwhile, or its writer died before it was complete.
    return undefined;
  }
}

function create(folder: string, note: OwnerNote): boolean {
  try {
    writeFileSync(join(folder, `owner-${note.token}.json`), JSON.stringify(note), { flag: 'wx', mode: 0o600 });
    return true;
  } catch (thrown) {
    if (thrown instanceof Error && 'code' in thrown && thrown.code === 'EEXIST') return false;
    throw thrown;
  }
}
