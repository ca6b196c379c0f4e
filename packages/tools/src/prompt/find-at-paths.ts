const FENCE = /^ {0,3}(?:```|~~~)/;
/** An `@` that begins a word, and what follows: a quoted path, or characters up to a space that is not escaped. */
const AT = /(?<=^|[\s([{"'])@(?:"([^"\n]+)"|((?:\\.|[^\s\\,;!?()[\]{}<>"'`])+))/g;

/** The paths that words with an `@` name, as they are meant, each once. Code between fences is left alone. */
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

/** The end of a sentence is no part of a path, and neither is that of `the file @a.ts:`. */
function withoutEnd(path: string): string {
  return path.replace(/[.:]+$/, '') === '' ? path : path.replace(/[.:]+$/, '');
}
