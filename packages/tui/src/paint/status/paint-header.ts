import { cleanLine } from '../layout/clean-text.ts';
import type { Lines, View } from '../layout/view.ts';
import { truncate, truncateStart, wrapText } from '../layout/wrap.ts';
import { fitParts } from './fit-parts.ts';
import { statusTexts } from '../../texts/screen-texts.ts';

/** What is known when the screen first appears. */
export interface HeaderFacts {
  readonly version: string;
  readonly folder: string;
  readonly branch: string | null;
  /** The title of a resumed session, or null for a new one. */
  readonly title: string | null;
}

/** The header of a session, printed once. */
export function paintHeader(facts: HeaderFacts, view: View): Lines {
  const { theme, width } = view;
  const folder = cleanLine(facts.folder);
  const branch = facts.branch === null ? '' : cleanLine(facts.branch);
  if (view.isScreenReader) return paintWords(facts, view);
  const row = fitParts(
    [
      { forms: [`${theme.heading('Bowline')} ${theme.dim(facts.version)}`, theme.heading('Bowline')], weight: 2 },
      { forms: [folder, truncateStart(folder, 30), truncateStart(folder, 16)], weight: 3 },
      { forms: [theme.dim(branch), theme.dim(truncate(branch, 16)), ''], weight: 1 },
    ],
    width,
    theme.dim(' · '),
  );
  const told = toWords(facts);
  return [truncate(row, width), ...told.flatMap((words) => wrapText(theme.dim(words), width))];
}

function paintWords(facts: HeaderFacts, { width }: View): Lines {
  const branch = facts.branch === null ? null : cleanLine(facts.branch);
  const where = statusTexts.header(facts.version, cleanLine(facts.folder), branch);
  return [where, ...toWords(facts)].flatMap((words) => wrapText(words, width));
}

function toWords({ title }: HeaderFacts): readonly string[] {
  return title === null ? [] : [cleanLine(title)];
}
