import { parse, resolve } from 'node:path';
import { toRealPath } from './to-real-path.ts';

/** A warning where a session would work on far more than a project: in the home folder, or at the root. */
export function describePlace(workspace: string, home: string): readonly string[] {
  const [folder, own] = [workspace, home].map((path) => toRealPath(path) ?? resolve(path));
  if (folder === undefined) return [];
  const advice = 'Run bowline in a project folder instead.';
  if (folder === parse(folder).root)
    return [`You are at the root of the file system: every file on this machine is in reach. ${advice}`];
  if (folder === own)
    return [`You are in your home folder: all of your files are in reach, private ones too. ${advice}`];
  return [];
}
