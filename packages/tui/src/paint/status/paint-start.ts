import { cleanLine } from '../layout/clean-text.ts';
import { isNarrow, measureOf } from '../layout/measure.ts';
import type { Lines, View } from '../layout/view.ts';
import { padEnd, truncate, truncateMiddle, widthOf, wrapText } from '../layout/wrap.ts';
import { screenTexts } from '../../texts/screen-texts.ts';
import { startTexts } from '../../texts/start-texts.ts';
import { toSentence, toSpokenWords } from '../../texts/to-spoken-words.ts';

/** A value at the start of a session, labeled with the command that changes it. */
export interface StartRow {
  readonly command: string;
  readonly text: string;
  /** For little room. */
  readonly brief?: string;
}

/** What the screen shows first. */
export interface StartFacts {
  readonly version: string;
  readonly folder: string;
  readonly branch: string | null;
  /** The title of a resumed session, or null for a new one. */
  readonly title: string | null;
}

const LOGO = ['╭─╮', '╰─┼─╮', '  ╰─╯'];
const LOGO_CELLS = 8;
const LABEL_CELLS = 12;
const SHORT_LABEL_CELLS = 10;

/** The head of a session: the knot, the version and the place. */
export function paintStart(facts: StartFacts, view: View): Lines {
  const { theme, width } = view;
  const about = isNarrow(width) ? startTexts.aboutBriefly : startTexts.about;
  const words = [
    `${theme.strong(startTexts.name)} ${theme.dim(facts.version)}`,
    facts.title === null ? theme.dim(about) : cleanLine(facts.title),
    theme.dim(describePlace(facts, width)),
  ];
  if (view.isScreenReader) {
    const [name = '', title = '', place = ''] = words.map(toSpokenWords);
    return [`${name}, ${title}`, place].map(toSentence).flatMap((row) => wrapText(row, width));
  }
  return words.map((row, at) => truncate(`${theme.accent(padEnd(LOGO[at] ?? '', LOGO_CELLS))}${row}`, width));
}

/** The title of a session that is opened after another. */
export function paintTitle(title: string | null, { theme, width }: Pick<View, 'theme' | 'width'>): Lines {
  return title === null ? [] : [truncate(`  ${theme.strong(cleanLine(title))}`, width)];
}

function describePlace({ folder, branch }: StartFacts, width: number): string {
  const end = branch === null ? '' : ` · ${cleanLine(branch)}`;
  return `${truncateMiddle(cleanLine(folder), Math.max(8, width - LOGO_CELLS - widthOf(end)))}${end}`;
}

/** The values of a session, one row each. */
export function paintStartRows(rows: readonly StartRow[], view: View): Lines {
  const { theme, width, isScreenReader } = view;
  const cells = isNarrow(width) ? SHORT_LABEL_CELLS : LABEL_CELLS;
  if (isScreenReader)
    return [
      ...rows.map(({ command, text }) => toSentence(`${command}: ${toSpokenWords(cleanLine(text))}`)),
      screenTexts.tip,
    ].flatMap((row) => wrapText(row, width));
  return rows.map(({ command, text, brief = text }) => {
    const label = truncate(`  ${theme.accent(padEnd(command, cells))}`, width);
    const words = cleanLine(isNarrow(width) ? brief : text);
    const [value = '', ...rest] = truncate(words, Math.max(0, measureOf(width) - widthOf(label))).split(' · ');
    return label + [value, ...rest.map((part) => theme.dim(` · ${part}`))].join('');
  });
}
