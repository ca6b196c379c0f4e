import type { IgnoreFile } from '@bowline/workspace';
import type { IgnoreSource } from '@bowline/workspace';
import type { Workspace } from '@bowline/workspace';
import { rootsOf } from './resolve-path.ts';

/** Reads ignore files of a workspace. */
export function ignoreSourceOf(workspace: Workspace, names: readonly IgnoreFile[]): IgnoreSource {
  return { roots: rootsOf(workspace), names, read: (path) => workspace.files.read(path) };
}
