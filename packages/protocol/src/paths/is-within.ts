const WINDOWS = /^[a-z]:[\\/]/i;

/**
 * Whether a path is this root or inside it. Both must be absolute. Compares whole names, so `/ws-evil` is not in `/ws`, and
 * resolves `.` and `..` textually: links are the caller's business.
 */
export function isWithin({ path, root }: { readonly path: string; readonly root: string }): boolean {
  if (!isAbsolute(path) || !isAbsolute(root)) return false;
  const names = toNames(path);
  return toNames(root).every((name, n) => name === names[n]);
}

const isAbsolute = (path: string): boolean => path.startsWith('/') || WINDOWS.test(path);

/** On Windows both slashes separate, and names differ only by their letters, not by their case. */
function toNames(path: string): readonly string[] {
  const isWindows = WINDOWS.test(path);
  const names: string[] = [];
  for (const name of isWindows ? path.toLowerCase().split(/[\\/]/) : path.split('/')) {
    if (name === '..') names.pop();
    else if (name !== '' && name !== '.') names.push(name);
  }
  return names;
}
