const named: Readonly<Record<string, string>> = {
  amp: '&',
  lt: '<',
  gt: '>',
  quot: '"',
  apos: "'",
  nbsp: '\u00A0',
  copy: '©',
  hellip: '…',
  mdash: '—',
  ndash: '–',
  rarr: '→',
  larr: '←',
  times: '×',
};

/** The characters that a writer of HTML spells out. Whatever they are, they come from outside. */
export function decodeEntities(text: string): string {
  return text.replaceAll(/&(#\d{1,7}|#[xX][\da-fA-F]{1,6}|[a-zA-Z]{2,8});/g, (found, name: string) => {
    if (!name.startsWith('#')) return Object.hasOwn(named, name) ? (named[name] ?? found) : found;
    const code = Number(name.slice(1).replace(/^x/i, '0x'));
    return code > 0 && code <= 0x10ffff ? String.fromCodePoint(code) : found;
  });
}
