import { globToRegExp } from '../ignore/glob-to-reg-exp.ts';
import { relative } from 'node:path';

/** Tells whether to search a file. A glob without a slash matches the name, as in ignore files. */
export function createIncludeFilter(folder: string, include: string | undefined): (path: string) => boolean {
  if (include === undefined) return () => true;
  const glob = globToRegExp(include.includes('/') ? include.replace(/^\//, '') : `**/${include}`, {
    caseSensitive: true,
    braces: true,
  });
  return (path) => glob.test(relative(folder, path));
}
