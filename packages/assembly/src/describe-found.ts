import { statSync } from 'node:fs';

/** A session keeps the workspace that it started in, wherever it is resumed, and whether or not that still exists. */
export function describeFound(asked: string, workspace: string, folder: string): readonly string[] {
  if (statSync(folder, { throwIfNoEntry: false })?.isDirectory() !== true)
    return [`The folder of this session does not exist: ${workspace}. Move it back, or create it`];
  return asked === workspace ? [] : [`This session works in ${workspace}, where it was started, and not in ${asked}`];
}
