const OPENING = /<(?:!--|(script|style|noscript|template|svg)\b)/gi;

/** Removes elements without readable text: scripts, styles, drawings and comments. They can be most of a page. */
export function dropElements(html: string): string {
  const kept: string[] = [];
  const opening = new RegExp(OPENING);
  let from = 0;
  for (let found = opening.exec(html); found !== null; found = opening.exec(html)) {
    kept.push(html.slice(from, found.index));
    from = afterElement(html, found.index, found[1]);
    opening.lastIndex = from;
  }
  return kept.join('') + html.slice(from);
}

/**
 * The position after the end of an element or, without a name, of a comment. One that is not closed extends to the end.
 */
function afterElement(html: string, open: number, name: string | undefined): number {
  const closing = name === undefined ? /-->/g : new RegExp(`</${name}[^>]*>`, 'gi');
  closing.lastIndex = open;
  return closing.exec(html) === null ? html.length : closing.lastIndex;
}
