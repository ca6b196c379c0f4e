/** A path with `~` for the home folder. */
export function toHomePath(path: string, home: string | undefined): string {
  if (home === undefined || home === '' || !path.startsWith(home)) return path;
  const rest = path.slice(home.length);
  return rest === '' || rest.startsWith('/') || rest.startsWith('\\') ? `~${rest}` : path;
}
