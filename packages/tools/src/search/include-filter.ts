import { globToRegExp } from '@bowline/workspace';
import { relative } from 'node:path';

/** Whether a file below a folder is to be searched: a glob without a slash is about its name, as in ignore files. */
export function createIncludeFilter(folder: string, include: string | undefined): (path: string) => boolean {
  if (include === undefined) return () => true;
  const glob = globToRegExp(include.includes('/') ? include.replace(/^\//, '') : `**/${include}`, {
    caseSensitive: true,
    braces: true,
  });
  return (path) => glob.test(relative(folder, path));
}
