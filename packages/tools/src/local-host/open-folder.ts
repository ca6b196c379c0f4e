import { AgentError } from '@bowline/protocol';
import { constants, existsSync } from 'node:fs';
import { mkdir, open, realpath, type FileHandle } from 'node:fs/promises';
import { join, relative, sep } from 'node:path';

/** A folder that stays the same one, whatever becomes of its name. */
export interface OpenFolder {
  /** The path of something in it, which leads through the open folder and not through its name. */
  readonly at: (name: string) => string;
  /** Throws when the name no longer leads to the folder; nothing to do where paths do not lead through its name. */
  readonly verify: () => Promise<void>;
  readonly close: () => Promise<void>;
}

/** How a folder is opened. */
export interface OpenFolderOptions {
  /** The folder that it is reached from: no link below it is followed. */
  readonly root: string;
  /** Makes folders that are not there. */
  readonly isMade: boolean;
}

/** Node has no `openat`; on Linux a path through this folder is one. */
const HANDLES = '/proc/self/fd';
/** Linux's O_PATH: a folder can be gone through that cannot be read. Node has no name for it. */
const O_PATH = 0o10000000;
const hasHandles = existsSync(HANDLES);
const { O_RDONLY, O_DIRECTORY, O_NOFOLLOW } = constants;
const FLAGS = (hasHandles ? O_PATH : O_RDONLY) | O_DIRECTORY | O_NOFOLLOW;

/**
 * Opens a folder and follows no link on the way: one that was put in the place of a folder after the path was checked
 * leads nowhere. Where there are no handles to go through, what was opened is compared with its name before it is used.
 */
export async function openFolder(folder: string, { root, isMade }: OpenFolderOptions): Promise<OpenFolder> {
  const names = relative(root, folder)
    .split(sep)
    .filter((name) => name !== '');
  if (names[0] === '..') throw new AgentError('INTERNAL', `${folder} is not in ${root}`);
  if (!hasHandles) return await openByName(folder, isMade);
  let handle = await open(root, FLAGS);
  try {
    for (const name of names) {
      const path = `${HANDLES}/${handle.fd}/${name}`;
      if (isMade) await makeFolder(path);
      const next = await open(path, FLAGS);
      await handle.close();
      handle = next;
    }
  } catch (thrown) {
    await handle.close();
    throw thrown;
  }
  return {
    at: (name) => `${HANDLES}/${handle.fd}/${name}`,
    verify: async () => undefined,
    close: () => handle.close(),
  };
}

async function makeFolder(path: string): Promise<void> {
  try {
    await mkdir(path);
  } catch (thrown) {
    if (!(thrown instanceof Error && 'code' in thrown && thrown.code === 'EEXIST')) throw thrown;
  }
}

async function openByName(folder: string, isMade: boolean): Promise<OpenFolder> {
  if (isMade) await mkdir(folder, { recursive: true });
  const handle = await open(folder, FLAGS);
  const verify = async (): Promise<void> => {
    await requireSame(handle, folder);
  };
  try {
    await verify();
  } catch (thrown) {
    await handle.close();
    throw thrown;
  }
  return { at: (name) => join(folder, name), verify, close: () => handle.close() };
}

/** The name still leads to the folder that is open, by no link. */
async function requireSame(handle: FileHandle, folder: string): Promise<void> {
  const again = await open(folder, FLAGS);
  const [real, before, now] = await Promise.all([realpath(folder), handle.stat(), again.stat()]).finally(() =>
    again.close(),
  );
  if (real !== folder || before.ino !== now.ino || before.dev !== now.dev)
    throw Object.assign(new Error(`${folder} was moved`), { code: 'ELOOP' });
}
