import { join, resolve } from 'node:path';

/** Resolves a path from settings: `~` is the home folder, and relative paths start at the workspace. */
export function toSettingPath(
  path: string,
  { workspace, home }: { readonly workspace: string; readonly home: string },
): string {
  return path === '~' || path.startsWith('~/') ? join(home, path.slice(1)) : resolve(workspace, path);
}
