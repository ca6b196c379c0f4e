import { mkdtempSync, rmSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { AgentError } from '@bowline/protocol';

/** A path to a folder that is short enough for the sockets in it. */
export interface ShortFolder {
  readonly path: string;
  readonly close: () => void;
}

/** Systems take 104 or 108 bytes for the path of a socket, with the zero at its end. */
const LONGEST = 103;

/** The folder itself, or a link to it in a temporary folder that only this user can enter, when its path is too long. */
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
  throw new AgentError('SETTINGS_INVALID', `the path ${join(folder, within)} is too long for a socket`, {
    hint: 'set BOWLINE_HOME or TMPDIR to a shorter path',
  });
}
