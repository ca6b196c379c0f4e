import { AgentError } from '@bowline/protocol';
import { createHash } from 'node:crypto';
import { lstatSync, mkdirSync, mkdtempSync, readFileSync, rmdirSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** In bytes. The limit of macOS; that of Linux is 107. */
const LONGEST_SOCKET_PATH = 103;

/** The file in which a supervisor records its address. */
export function addressFile(stateFolder: string): string {
  return join(stateFolder, 'supervisor.address');
}

/** The recorded address of the supervisor of a state directory. Undefined: none. */
export function readAddress(stateFolder: string): string | undefined {
  try {
    return readFileSync(addressFile(stateFolder), 'utf8');
  } catch {
    return undefined;
  }
}

/**
 * The socket path for a new supervisor, in a directory that only the user can enter.
 *
 * Not in the state directory: the path of a socket is limited to about 100 bytes.
 */
export function createSocketPath(stateFolder: string, temporaryFolder: string = tmpdir()): string {
  const uid = findOwnUid(temporaryFolder);
  const folder = join(temporaryFolder, `bowline-${uid}`);
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  const found = lstatSync(folder);
  if (!found.isDirectory() || found.uid !== uid || (found.mode & 0o077) !== 0) {
    throw new AgentError('INTERNAL', `Other users can enter ${folder}, so commands are not run through it`, {
      hint: `Remove ${folder}, or set TMPDIR to a directory that only you can access`,
    });
  }
  const path = join(folder, createHash('sha256').update(stateFolder).digest('hex').slice(0, 16));
  if (Buffer.byteLength(path) > LONGEST_SOCKET_PATH) {
    throw new AgentError('INTERNAL', `The temporary directory ${temporaryFolder} has too long a path for a socket`, {
      hint: 'Set TMPDIR to a shorter path',
    });
  }
  return path;
}

/** The owner of our files. Does not query the user database, which may involve a daemon or a network. */
function findOwnUid(temporaryFolder: string): number {
  const probe = mkdtempSync(join(temporaryFolder, 'bowline-'));
  const { uid } = lstatSync(probe);
  rmdirSync(probe);
  return uid;
}
