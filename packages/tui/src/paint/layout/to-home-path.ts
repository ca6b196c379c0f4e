/** A path as people write it: with `~` where it is in their home folder. */
export function toHomePath(path: string, home: string | undefined): string {
  if (home === undefined || home === '' || !path.startsWith(home)) return path;
  const rest = path.slice(home.length);
  return rest === '' || rest.startsWith('/') || rest.startsWith('\\') ? `~${rest}` : path;
}
