const HEADING = '## Remembered by Bowline';

/** Adds a fact as a line under its own heading. Undefined if the file already has it, or if it is empty. */
export function addFact(text: string, fact: string): string | undefined {
  const plain = toFactLine(fact);
  if (plain === '') return undefined;
  const line = `- ${plain}`;
  const lines = text.split('\n');
  const heading = lines.findIndex((each) => each.trim() === HEADING);
  if (heading === -1) {
    const before = text.trim() === '' ? '' : `${text.trimEnd()}\n\n`;
    return `${before}${HEADING}\n\n${line}\n`;
  }
  const next = lines.findIndex((each, at) => at > heading && /^#{1,2} /.test(each));
  const end = next === -1 ? lines.length : next;
  const section = lines.slice(heading, end);
  if (section.some((each) => each.trim() === line)) return undefined;
  while (section.at(-1)?.trim() === '') section.pop();
  const after = lines.slice(end);
  return [...lines.slice(0, heading), ...section, line, '', ...after].join('\n');
}

/** A fact as one plain line, without headings and lists. */
export function toFactLine(fact: string): string {
  return fact
    .replaceAll(/\s+/g, ' ')
    .trim()
    .replace(/^(?:[-*#>]+ ?)+/, '');
}
