const PARTS = /\u001B\[[\d;:]*m|[^]/gu;

/** Applies the backspaces of a line as a terminal does: each removes the visible character before it. Styles stay. */
export function applyBackspaces(line: string): string {
  if (!line.includes('\b')) return line;
  const kept: string[] = [];
  const visible: number[] = [];
  for (const part of line.match(PARTS) ?? []) {
    if (part === '\b') {
      const before = visible.pop();
      if (before !== undefined) kept[before] = '';
      continue;
    }
    if (!part.startsWith('\u001B')) visible.push(kept.length);
    kept.push(part);
  }
  return kept.join('');
}
