/** Orders paths as a directory walk does: segment by segment, the content of a directory before what follows it. */
export function comparePaths(first: string, second: string): number {
  const length = Math.min(first.length, second.length);
  let at = 0;
  while (at < length && first[at] === second[at]) at += 1;
  if (at === length) return first.length - second.length;
  const [a = '', b = ''] = [first[at], second[at]];
  if (a === '/' || b === '/') return a === '/' ? -1 : 1;
  return a < b ? -1 : 1;
}
