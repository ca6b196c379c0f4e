import { mkdtempSync, rmSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { AgentError } from '@bowline/protocol';

/** A path to a folder that is short enough for sockets inside it. */
export interface ShortFolder {
  readonly path: string;
  readonly close: () => void;
}

/** Systems limit the path of a socket to 104 or 108 bytes, including the terminating zero. */
const LONGEST = 103;

/**
 * Returns the folder itself, or, if its path is too long, a link to it in a temporary folder that only this user can
 * enter.
 */
export function openShortFolder(
  folder: string,
  { within, temporaryFolder }: { readonly within: string; readonly temporaryFolder: string },
): ShortFolder {
  const fits = (path: string): boolean => Buffer.byteLength(join(path, within)) <= LONGEST;
  if (fits(folder)) return { path: folder, close: () => undefined };
  const holder = mkdtempSync(join(temporaryFolder, 'bowline-'));
  const path = join(holder, 's');
  const close = (): void => {
    rmSync(holder, { recursive: true, force: true });
  };
  if (fits(path)) {
    symlinkSync(folder, path);
    return { path, close };
  }
  close();
  throw new AgentError('SETTINGS_INVALID', `The path ${join(folder, within)} is too long for a socket`, {
    hint: 'Set BOWLINE_HOME or TMPDIR to a shorter path',
  });
}
