import type { IgnoreFile } from '@bowline/workspace';
import type { IgnoreSource } from '@bowline/workspace';
import type { Workspace } from '@bowline/workspace';
import { rootsOf } from './resolve-path.ts';

/** Reads ignore files through a host. */
export function ignoreSourceOf(host: Workspace, names: readonly IgnoreFile[]): IgnoreSource {
  return { roots: rootsOf(host), names, read: (path) => host.files.read(path) };
}
