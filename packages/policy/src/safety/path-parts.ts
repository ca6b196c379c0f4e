/** The names of a path from the root down, `.` and `..` resolved as they stand. A path is absolute, with forward slashes. */
export function toParts(path: string): readonly string[] {
  const parts: string[] = [];
  for (const part of path.split('/')) {
    if (part === '..') parts.pop();
    else if (part !== '' && part !== '.') parts.push(part);
  }
  return parts;
}

/** What of a path lies below a folder, both by their names; undefined when it lies elsewhere. */
export function partsBelow(folder: readonly string[], path: readonly string[]): readonly string[] | undefined {
  return folder.every((part, n) => part === path[n]) ? path.slice(folder.length) : undefined;
}

/** Whether a path is a folder or lies in it. By whole names: `/ws-evil` does not lie in `/ws`. */
export function isWithin(folder: string, path: string): boolean {
  return partsBelow(toParts(folder), toParts(path)) !== undefined;
}
