const FENCE = /^ {0,3}(?:```|~~~)/;
/** An `@` at the start of a word, followed by a quoted path or by characters up to an unescaped space. */
const AT = /(?<=^|[\s([{"'])@(?:"([^"\n]+)"|((?:\\.|[^\s\\,;!?()[\]{}<>"'`])+))/g;

/** The paths that a prompt names with `@`, unescaped and unique. Skips fenced code. */
export function findAtPaths(prompt: string): readonly string[] {
  const paths = new Set<string>();
  let isFenced = false;
  for (const line of prompt.split('\n')) {
    if (FENCE.test(line)) isFenced = !isFenced;
    if (isFenced) continue;
    for (const [, quoted, plain = ''] of line.matchAll(AT)) {
      const path = quoted ?? withoutEnd(plain.replaceAll(/\\(.)/g, '$1'));
      if (path !== '') paths.add(path);
    }
  }
  return [...paths];
}

/** Strips sentence punctuation, as in `the file @a.ts:`. */
function withoutEnd(path: string): string {
  return path.replace(/[.:]+$/, '') === '' ? path : path.replace(/[.:]+$/, '');
}
