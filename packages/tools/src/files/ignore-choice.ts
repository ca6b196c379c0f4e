import { IGNORE_FILES, ROOT_IGNORE_FILES, type IgnoreFile } from '@bowline/workspace';
import type { IgnoreSource } from '../search/ignore-lookup.ts';
import type { ToolHost } from '../tool-host.ts';
import { rootsOf } from './resolve-path.ts';

/** Which kinds of ignore files a call respects. */
export interface IgnoreChoice {
  readonly respect_git_ignore?: boolean | undefined;
  readonly respect_gemini_ignore?: boolean | undefined;
}

/** The names of the ignore files that count; each does unless told otherwise. */
export function toIgnoreNames({ respect_git_ignore, respect_gemini_ignore }: IgnoreChoice): readonly IgnoreFile[] {
  return IGNORE_FILES.filter((name) =>
    ROOT_IGNORE_FILES.includes(name) ? respect_gemini_ignore !== false : respect_git_ignore !== false,
  );
}

/** Those ignore files as a host has them. */
export function ignoreSourceOf(host: ToolHost, names: readonly IgnoreFile[]): IgnoreSource {
  return { roots: rootsOf(host), names, read: (path) => host.files.read(path) };
}
