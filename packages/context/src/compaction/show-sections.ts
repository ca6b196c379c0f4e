import { sectionTitles } from './rendering.ts';
import { tidySummary, type Summary } from './summary.ts';

/** The sections of a summary as text, in a fixed order, without empty ones. */
export function showSections(summary: Summary): string {
  const { goal, requirements, decisions, facts, files, done, open } = tidySummary(summary);
  return [
    toSection(sectionTitles.goal, goal === '' ? [] : [goal]),
    toSection(sectionTitles.requirements, requirements),
    toSection(
      sectionTitles.decisions,
      decisions.map(({ what, why }) => (why === '' ? what : `${what} (why: ${why})`)),
    ),
    toSection(sectionTitles.facts, facts),
    toSection(
      sectionTitles.files,
      files.map(({ path, state }) => (state === '' ? `\`${path}\`` : `\`${path}\`: ${state}`)),
    ),
    toSection(sectionTitles.done, done),
    toSection(sectionTitles.open, open),
  ]
    .filter((section) => section !== '')
    .join('\n\n');
}

function toSection(title: string, lines: readonly string[]): string {
  return lines.length === 0 ? '' : [title, '', ...lines.map((line) => `- ${line}`)].join('\n');
}
