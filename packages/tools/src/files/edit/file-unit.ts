/** Of how many steps at least so many must be alike to be the habit of a file. */
const LEAST_SHARE = 0.8;

/** What a file indents by; undefined when that is unclear, empty when nothing in it is indented further than before. */
export function fileUnit(text: string): string | undefined {
  const counts = new Map<string, number>();
  let [before, total] = ['', 0];
  for (const match of text.matchAll(/(?<![^\n])([ \t]*)[^\s]/g)) {
    const [, indent = ''] = match;
    if (indent.length > before.length && indent.startsWith(before)) {
      const step = indent.slice(before.length);
      counts.set(step, (counts.get(step) ?? 0) + 1);
      total += 1;
    }
    before = indent;
  }
  if (total === 0) return '';
  const [unit, count] = [...counts].reduce((best, each) => (each[1] > best[1] ? each : best));
  return count >= total * LEAST_SHARE ? unit : undefined;
}
