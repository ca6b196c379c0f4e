import type { IgnoreFile } from '@bowline/workspace';
import type { IgnoreSource } from '../search/ignore-lookup.ts';
import type { ToolHost } from '../tool-host.ts';
import { rootsOf } from './resolve-path.ts';

/** Ignore files as a host has them. */
export function ignoreSourceOf(host: ToolHost, names: readonly IgnoreFile[]): IgnoreSource {
  return { roots: rootsOf(host), names, read: (path) => host.files.read(path) };
}
