/** A path with `~` for the home folder. */
export function toHomePath(path: string, home: string | undefined): string {
  if (home === undefined || home === '' || !path.startsWith(home)) return path;
  const rest = path.slice(home.length);
  return rest === '' || rest.startsWith('/') || rest.startsWith('\\') ? `~${rest}` : path;
}

/** A sentence whose paths in the home folder begin with `~`. */
export function withHomePaths(sentence: string, home: string | undefined): string {
  return sentence
    .split(' ')
    .map((word) => toHomePath(word, home))
    .join(' ');
}
