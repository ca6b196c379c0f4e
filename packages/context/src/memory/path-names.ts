/** The folder that a path lies in; of the root, the root itself. */
export function parentOf(path: string): string {
  return path.slice(0, path.lastIndexOf('/')) || '/';
}

/** A path from a folder on, with `.` and `..` resolved by their letters. */
export function joinPath(folder: string, path: string): string {
  const names: string[] = [];
  for (const name of `${folder}/${path}`.split('/')) {
    if (name === '..') names.pop();
    else if (name !== '' && name !== '.') names.push(name);
  }
  return `/${names.join('/')}`;
}

/** Whether a path is this folder or lies in it, by whole names. */
export function isWithin(folder: string, path: string): boolean {
  return path === folder || path.startsWith(folder === '/' ? '/' : `${folder}/`);
}

/** The folders from below `root` down to `path`, which is one of them, outermost first; `path` has to lie in `root`. */
export function foldersBelow(root: string, path: string): readonly string[] {
  const folders: string[] = [];
  for (let at = path; at !== root && isWithin(root, at); at = parentOf(at)) folders.unshift(at);
  return folders;
}
