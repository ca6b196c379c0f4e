import { AgentError } from '@bowline/protocol';
import { constants, existsSync } from 'node:fs';
import { mkdir, open, realpath, type FileHandle } from 'node:fs/promises';
import { join, relative, sep } from 'node:path';

/** An open directory that stays the same even if its path changes. */
export interface OpenFolder {
  /** A path to an entry that goes through the open directory, not through its name. */
  readonly at: (name: string) => string;
  /** Throws if the name no longer leads to this directory. Does nothing where paths do not depend on the name. */
  readonly verify: () => Promise<void>;
  readonly close: () => Promise<void>;
}

/** How to open a directory. */
export interface OpenFolderOptions {
  /** The directory to start from. No link below it is followed. */
  readonly root: string;
  /** Creates missing directories. */
  readonly isMade: boolean;
}

/** Node has no `openat`; on Linux a path through /proc/self/fd does the same. */
const HANDLES = '/proc/self/fd';
/** Linux's O_PATH opens directories that can be traversed but not read. Node has no constant for it. */
const O_PATH = 0o10000000;
const hasHandles = existsSync(HANDLES);
const { O_RDONLY, O_DIRECTORY, O_NOFOLLOW } = constants;
const FLAGS = (hasHandles ? O_PATH : O_RDONLY) | O_DIRECTORY | O_NOFOLLOW;

/**
 * Opens a directory without following links, so a link that replaces a directory after the check leads nowhere. On
 * systems without such handles, compares the open directory with its name before use.
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

/** Checks that the name still leads to the open directory, without a link. */
async function requireSame(handle: FileHandle, folder: string): Promise<void> {
  const again = await open(folder, FLAGS);
  const [real, before, now] = await Promise.all([realpath(folder), handle.stat(), again.stat()]).finally(() =>
    again.close(),
  );
  if (real !== folder || before.ino !== now.ino || before.dev !== now.dev)
    throw Object.assign(new Error(`${folder} was moved`), { code: 'ELOOP' });
}
