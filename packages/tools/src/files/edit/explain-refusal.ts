import { describeDifferences } from './describe-difference.ts';
import type { FoundText, Place, Stage } from './find-text.ts';
import { nearestLines } from './nearest-lines.ts';

const MAX_SHOWN_LINES = 12;
const MAX_SHOWN_LENGTH = 300;
const MAX_NAMED = 10;
const LEAST_BEGINNING = 12;

const BUT_FOR: Readonly<Record<Stage, string>> = {
  exact: '',
  line_breaks: '',
  blanks: 'except for whitespace at line ends',
  characters: 'except for characters that look alike (quotes, dashes, spaces, accents)',
  indentation: 'except for indentation',
  indentation_and_characters: 'except for indentation and characters that look alike',
};

/** The differences that were tolerated to find a text, as part of a sentence. Empty if none. */
export function butFor(stage: Stage): string {
  return BUT_FOR[stage];
}

/** Numbered lines of a text, limited in number and length. */
export function showLines(text: string, start: number, end: number): string {
  const first = lineAt(text, start);
  const from = start === 0 ? 0 : text.lastIndexOf('\n', start - 1) + 1;
  const isWhole = end > from && text[end - 1] === '\n';
  const next = text.indexOf('\n', isWhole ? end - 1 : end);
  return numberLines(text.slice(from, next < 0 ? text.length : next).split(/\r?\n/), first);
}

/** Explains a text that was not found: the nearest lines and how they differ. */
export function explainMiss(text: string, sought: string, name: string): string {
  const missed = `old_string was not found in ${name} (0 matches).`;
  const lines = text.split(/\r?\n/);
  const wanted = trimBlankLines(sought.split(/\r?\n/));
  const at = nearestLines(lines, wanted);
  if (at === undefined) return `${missed} ${explainBeginning(text, sought)}`;
  const near = lines.slice(at, at + wanted.length);
  const differences = describeDifferences(near, wanted, at + 1);
  return `${missed} The nearest lines are (line numbers are not part of the text):\n${[numberLines(near, at + 1), ...differences].join('\n')}`;
}

/** For a line that is too long to compare, or a text with no similar lines: how much of it matches. */
function explainBeginning(text: string, sought: string): string {
  let [least, most] = [0, sought.length];
  // If a prefix occurs in the text, so does every shorter one.
  while (least < most) {
    const middle = (least + most + 1) >> 1;
    if (text.includes(sought.slice(0, middle))) least = middle;
    else most = middle - 1;
  }
  if (least < LEAST_BEGINNING) return 'No similar text was found. Read the file again.';
  const at = text.indexOf(sought.slice(0, least)) + least;
  const [theirs, yours] = [text, sought].map((each, from) =>
    JSON.stringify(each.slice(...around(from === 0 ? at : least))),
  );
  return `Only its first ${least} characters match, at line ${lineAt(text, at)}. There the file continues with ${theirs}, old_string with ${yours}.`;
}

function around(at: number): readonly [start: number, end: number] {
  return [Math.max(0, at - 20), at + 40];
}

/** Explains a text that was found in several places. */
export function explainMany(text: string, { stage, places }: FoundText, name: string): string {
  const lines = [...new Set(linesAt(text, places))];
  const where = `${lines.slice(0, MAX_NAMED).join(', ')}${lines.length > MAX_NAMED ? ', …' : ''}`;
  const words = butFor(stage);
  return (
    `old_string matches ${places.length} places in ${name}${words === '' ? '' : ` ${words}`}, at line${lines.length === 1 ? '' : 's'} ${where}. ` +
    'Add surrounding lines to match only one place, or set allow_multiple to replace all.'
  );
}

/** Explains a text that matches except for its layout, if the indentation of the replacement is ambiguous. */
export function explainShape(text: string, { start, end }: Place, name: string): string {
  return (
    `old_string matches ${name} except for its layout, and the right indentation for new_string is unclear. ` +
    `Send it again with the lines exactly as they are (line numbers are not part of the text):\n${showLines(text, start, end)}`
  );
}

/** The 1-based number of the line at a position. */
function lineAt(text: string, at: number): number {
  return linesAt(text, [{ start: at }])[0] ?? 1;
}

/** Takes positions in ascending order, so that each line break is found only once. */
function linesAt(text: string, places: readonly { readonly start: number }[]): readonly number[] {
  let [line, next] = [1, text.indexOf('\n')];
  return places.map(({ start }) => {
    while (next >= 0 && next < start) {
      line += 1;
      next = text.indexOf('\n', next + 1);
    }
    return line;
  });
}

function numberLines(lines: readonly string[], first: number): string {
  const shown = lines.slice(0, MAX_SHOWN_LINES).map((line, at) => `${first + at}: ${cut(line)}`);
  return [...shown, ...(lines.length > MAX_SHOWN_LINES ? [`(${lines.length - MAX_SHOWN_LINES} more lines)`] : [])].join(
    '\n',
  );
}

function cut(line: string): string {
  if (line.length <= MAX_SHOWN_LENGTH) return line;
  return `${line.slice(0, MAX_SHOWN_LENGTH)} [${line.length - MAX_SHOWN_LENGTH} more characters]`;
}

function trimBlankLines(lines: readonly string[]): readonly string[] {
  const isBlank = (line: string | undefined): boolean => line?.trim() === '';
  let [from, to] = [0, lines.length];
  while (from < to && isBlank(lines[from])) from += 1;
  while (to > from && isBlank(lines[to - 1])) to -= 1;
  return lines.slice(from, to);
}
