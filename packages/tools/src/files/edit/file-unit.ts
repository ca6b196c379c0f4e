/** Minimum share of indentation steps that must agree. */
const LEAST_SHARE = 0.8;

/** The indentation unit of a file. Undefined: unclear. Empty: nothing is indented. */
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
