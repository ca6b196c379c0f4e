import { stripHidden } from '@bowline/policy';

const HEADING = '## Remembered by Bowline';

/** A memory file with one more fact, as a line under a heading of its own; undefined when it is there already. */
export function addFact(text: string, fact: string): string | undefined {
  const line = `- ${toLine(fact)}`;
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

/** One line that looks like what it is: no headings, no lists, nothing that nobody sees. */
function toLine(fact: string): string {
  return stripHidden(fact)
    .replaceAll(/\s+/g, ' ')
    .trim()
    .replace(/^(?:[-*#>]+ ?)+/, '');
}
