import { parse, resolve } from 'node:path';
import { toRealPath } from './to-real-path.ts';

/** Warns if a session would work in the home directory or at the root of the file system. */
export function describePlace(workspace: string, home: string): readonly string[] {
  const [folder, own] = [workspace, home].map((path) => toRealPath(path) ?? resolve(path));
  if (folder === undefined) return [];
  const advice = 'Run bowline in a project folder instead';
  if (folder === parse(folder).root)
    return [`You are at the root of the file system, so the agent can reach every file. ${advice}`];
  if (folder === own) return [`You are in your home directory, so the agent can reach all your files. ${advice}`];
  return [];
}
