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
  blanks: 'but for blanks at the ends of lines',
  characters: 'but for characters that look alike (quotes, dashes, spaces, accents)',
  indentation: 'but for indentation',
  indentation_and_characters: 'but for indentation and characters that look alike',
};

/** What was looked past to find a text, as a part of a sentence; empty when nothing was. */
export function butFor(stage: Stage): string {
  return BUT_FOR[stage];
}

/** Lines of a text with their numbers, at most so many and so long as help. */
export function showLines(text: string, start: number, end: number): string {
  const first = lineAt(text, start);
  const from = start === 0 ? 0 : text.lastIndexOf('\n', start - 1) + 1;
  const isWhole = end > from && text[end - 1] === '\n';
  const next = text.indexOf('\n', isWhole ? end - 1 : end);
  return numberLines(text.slice(from, next < 0 ? text.length : next).split(/\r?\n/), first);
}

/** For a text that is nowhere: what is nearest to it, and what differs. */
export function explainMiss(text: string, sought: string, name: string): string {
  const missed = `old_string is not in ${name}: 0 matches.`;
  const lines = text.split(/\r?\n/);
  const wanted = trimBlankLines(sought.split(/\r?\n/));
  const at = nearestLines(lines, wanted);
  if (at === undefined) return `${missed} ${explainBeginning(text, sought)}`;
  const near = lines.slice(at, at + wanted.length);
  const differences = describeDifferences(near, wanted, at + 1);
  return `${missed} The nearest lines are (numbers are not part of them):\n${[numberLines(near, at + 1), ...differences].join('\n')}`;
}

/** In a line too long to compare, or a text without like: how far it is there. */
function explainBeginning(text: string, sought: string): string {
  let [least, most] = [0, sought.length];
  // What has a beginning in the text has every shorter one in it too.
  while (least < most) {
    const middle = (least + most + 1) >> 1;
    if (text.includes(sought.slice(0, middle))) least = middle;
    else most = middle - 1;
  }
  if (least < LEAST_BEGINNING) return 'Nothing in it is alike: read the file again.';
  const at = text.indexOf(sought.slice(0, least)) + least;
  const [theirs, yours] = [text, sought].map((each, from) =>
    JSON.stringify(each.slice(...around(from === 0 ? at : least))),
  );
  return `Only its first ${least} characters are, in line ${lineAt(text, at)}: there it goes on ${theirs}, old_string ${yours}.`;
}

function around(at: number): readonly [start: number, end: number] {
  return [Math.max(0, at - 20), at + 40];
}

/** For a text that is in several places. */
export function explainMany(text: string, { stage, places }: FoundText, name: string): string {
  const lines = [...new Set(linesAt(text, places))];
  const where = `${lines.slice(0, MAX_NAMED).join(', ')}${lines.length > MAX_NAMED ? ', …' : ''}`;
  const words = butFor(stage);
  return (
    `old_string is in ${name} ${places.length} times${words === '' ? '' : ` ${words}`}, at line${lines.length === 1 ? '' : 's'} ${where}. ` +
    'Add lines around the one that is meant, or set allow_multiple.'
  );
}

/** For a text that is there but for its layout, when that leaves open how the new one is to be laid out. */
export function explainShape(text: string, { start, end }: Place, name: string): string {
  return (
    `old_string is in ${name} but for its layout, and how new_string is to be indented there is unclear. ` +
    `Repeat it with the lines as they are (numbers are not part of them):\n${showLines(text, start, end)}`
  );
}

/** The number of the line in which a place is, from 1. */
function lineAt(text: string, at: number): number {
  return linesAt(text, [{ start: at }])[0] ?? 1;
}

/** In the order of the places: each line break is looked for once, however many places a line has. */
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
