/**
 * The names of a path from the root down, with `.` and `..` resolved textually. The path is absolute, with forward
 * slashes.
 */
export function toParts(path: string): readonly string[] {
  const parts: string[] = [];
  for (const part of path.split('/')) {
    if (part === '..') parts.pop();
    else if (part !== '' && part !== '.') parts.push(part);
  }
  return parts;
}

/** The part of a path below a folder, compared by names. Undefined if the path is elsewhere. */
export function partsBelow(folder: readonly string[], path: readonly string[]): readonly string[] | undefined {
  return folder.every((part, n) => part === path[n]) ? path.slice(folder.length) : undefined;
}
