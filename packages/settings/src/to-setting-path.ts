import { join, resolve } from 'node:path';

/** A path as settings have it: from the home folder with a tilde, otherwise from the workspace. */
export function toSettingPath(
  path: string,
  { workspace, home }: { readonly workspace: string; readonly home: string },
): string {
  return path === '~' || path.startsWith('~/') ? join(home, path.slice(1)) : resolve(workspace, path);
}
