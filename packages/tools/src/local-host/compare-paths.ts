/** The order in which a walk comes to paths: name by name, what is in a folder before what comes after the folder. */
export function comparePaths(first: string, second: string): number {
  const length = Math.min(first.length, second.length);
  let at = 0;
  while (at < length && first[at] === second[at]) at += 1;
  if (at === length) return first.length - second.length;
  const [a = '', b = ''] = [first[at], second[at]];
  if (a === '/' || b === '/') return a === '/' ? -1 : 1;
  return a < b ? -1 : 1;
}
