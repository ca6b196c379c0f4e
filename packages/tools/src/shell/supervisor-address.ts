import { AgentError } from '@bowline/protocol';
import { createHash } from 'node:crypto';
import { lstatSync, mkdirSync, mkdtempSync, readFileSync, rmdirSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** The file in which a supervisor says where it listens. */
export function addressFile(stateFolder: string): string {
  return join(stateFolder, 'supervisor.address');
}

/** Where the supervisor of a state folder said that it listens; undefined when none does. */
export function readAddress(stateFolder: string): string | undefined {
  try {
    return readFileSync(addressFile(stateFolder), 'utf8');
  } catch {
    return undefined;
  }
}

/**
 * Where a new supervisor of a state folder is to listen, in a folder that nobody else can enter.
 *
 * Not in the state folder itself: the path of a socket is limited to about 100 bytes.
 */
export function createSocketPath(stateFolder: string, temporaryFolder: string = tmpdir()): string {
  const uid = findOwnUid(temporaryFolder);
  const folder = join(temporaryFolder, `bowline-${uid}`);
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  const found = lstatSync(folder);
  if (!found.isDirectory() || found.uid !== uid || (found.mode & 0o077) !== 0) {
    throw new AgentError('INTERNAL', `others can enter ${folder}: commands are not run through it`, {
      hint: `Remove ${folder}, or set TMPDIR to a folder of your own.`,
    });
  }
  return join(folder, createHash('sha256').update(stateFolder).digest('hex').slice(0, 16));
}

/** Whose files ours are. The system's book of users is not asked: behind it may be a daemon or a network. */
function findOwnUid(temporaryFolder: string): number {
  const probe = mkdtempSync(join(temporaryFolder, 'bowline-'));
  const { uid } = lstatSync(probe);
  rmdirSync(probe);
  return uid;
}
