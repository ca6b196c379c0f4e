import { isWithin } from '@bowline/protocol/plain';

/** The parent directory of a path. The root is its own parent. */
export function parentOf(path: string): string {
  return path.slice(0, path.lastIndexOf('/')) || '/';
}

/** Joins paths and resolves `.` and `..` without file access. */
export function joinPath(folder: string, path: string): string {
  const names: string[] = [];
  for (const name of `${folder}/${path}`.split('/')) {
    if (name === '..') names.pop();
    else if (name !== '' && name !== '.') names.push(name);
  }
  return `/${names.join('/')}`;
}

/** The directories below `root` down to and including `path`, outermost first. `path` must be inside `root`. */
export function foldersBelow(root: string, path: string): readonly string[] {
  const folders: string[] = [];
  for (let at = path; at !== root && isWithin({ path: at, root }); at = parentOf(at)) folders.unshift(at);
  return folders;
}
