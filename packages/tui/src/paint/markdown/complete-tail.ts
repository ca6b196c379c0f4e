const TABLE_START = /^(\|.+)(?:\n[|:\- ]*)?$/;

/** Completes the markup of a text that is still being written, so that it does not jump when the rest arrives. */
export function completeTail(text: string): string {
  const table = TABLE_START.exec(text);
  if (table !== null) return completeTable(table[1] ?? '');
  const last = text.slice(text.lastIndexOf('\n\n') + 1);
  if (isOdd(last, /`/g)) return last.endsWith('`') ? text.slice(0, -1) : `${text}\``;
  const words = last.replaceAll(/`[^`]*`/g, '');
  if (!isOdd(words, /\*\*/g)) return text;
  return /\*\*\s*$/.test(text) ? text.replace(/\*\*\s*$/, '') : `${text.trimEnd().replace(/\*$/, '')}**`;
}

function isOdd(text: string, mark: RegExp): boolean {
  return (text.match(mark)?.length ?? 0) % 2 === 1;
}

/** Adds the delimiter row, because the header alone defines the columns. */
function completeTable(header: string): string {
  const columns = header.replace(/\|\s*$/, '').split('|').length - 1;
  return `${header}\n|${'---|'.repeat(Math.max(1, columns))}`;
}
