import { graphemesOf, isLabel, isSpace, isWord, nextColumn, previousColumn } from '../editor/graphemes.ts';
import { lineOf, type Place, type TextBuffer } from '../editor/text-buffer.ts';
import type { VimMotion } from './vim-command.ts';

/** The target of a Vim motion, and what an operator includes. */
export interface VimTarget {
  readonly at: Place;
  /** The grapheme at the target is included. */
  readonly isInclusive: boolean;
  /** Whole lines. */
  readonly isLines: boolean;
}

type Kind = 'blank' | 'word' | 'mark' | 'empty';

interface Stop {
  readonly at: Place;
  readonly kind: Kind;
}

/** All places of a text. The end of a line separates words, and an empty line is a word. */
function stopsOf({ lines }: TextBuffer): readonly Stop[] {
  return lines.flatMap((text, line) => [
    ...graphemesOf(text).map(({ start, text: grapheme }) => ({ at: { line, column: start }, kind: kindOf(grapheme) })),
    { at: { line, column: text.length }, kind: text === '' ? ('empty' as const) : ('blank' as const) },
  ]);
}

function kindOf(grapheme: string): Kind {
  if (isLabel(grapheme) || isWord(grapheme)) return 'word';
  return isSpace(grapheme) ? 'blank' : 'mark';
}

type Mover = (buffer: TextBuffer, times: number, count: number | null) => VimTarget | undefined;

const MOVERS: Readonly<Record<string, Mover>> = {
  h: (buffer, times) => to(repeat(buffer, times, stepLeft)),
  l: (buffer, times) => to(repeat(buffer, times, stepRight)),
  w: (buffer, times) => to(overWords(buffer, times, nextWord)),
  b: (buffer, times) => to(overWords(buffer, times, previousWord)),
  e: (buffer, times) => ({ ...to(overWords(buffer, times, wordEnd)), isInclusive: true }),
  j: (buffer, times) => byLines(buffer, times),
  k: (buffer, times) => byLines(buffer, -times),
  gg: (buffer, times) => toLine(buffer, times),
  G: (buffer, _, count) => toLine(buffer, count ?? buffer.lines.length),
  0: ({ at }) => to({ line: at.line, column: 0 }),
  '^': (buffer) => to(firstOf(buffer, buffer.at.line)),
  $: (buffer) => to({ line: buffer.at.line, column: lineOf(buffer).length }),
};

/** Repeats a motion. Undefined if it fails. */
export function moveVim(buffer: TextBuffer, motion: VimMotion, count: number | null): VimTarget | undefined {
  const times = count ?? 1;
  return motion.sought === null ? MOVERS[motion.name]?.(buffer, times, count) : findInLine(buffer, motion, times);
}

function to(at: Place): VimTarget {
  return { at, isInclusive: false, isLines: false };
}

function repeat(buffer: TextBuffer, times: number, step: (buffer: TextBuffer) => Place): Place {
  let at = buffer.at;
  for (let done = 0; done < times; done++) {
    const next = step({ lines: buffer.lines, at });
    if (next.column === at.column && next.line === at.line) break;
    at = next;
  }
  return at;
}

/** Unlike the arrow keys, these motions stay on their line. */
function stepLeft(buffer: TextBuffer): Place {
  return { line: buffer.at.line, column: previousColumn(lineOf(buffer), buffer.at.column) };
}

function stepRight(buffer: TextBuffer): Place {
  return { line: buffer.at.line, column: nextColumn(lineOf(buffer), buffer.at.column) };
}

/** The first non-space place of a line. */
export function firstOf(buffer: TextBuffer, line: number): Place {
  return { line, column: /^\s*/.exec(lineOf(buffer, line))?.[0].length ?? 0 };
}

function byLines(buffer: TextBuffer, by: number): VimTarget | undefined {
  const line = buffer.at.line + by;
  if (line < 0 || line >= buffer.lines.length) return undefined;
  return { at: { line, column: buffer.at.column }, isInclusive: false, isLines: true };
}

function toLine(buffer: TextBuffer, number: number): VimTarget {
  const line = Math.min(number, buffer.lines.length) - 1;
  return { at: firstOf(buffer, line), isInclusive: false, isLines: true };
}

function findInLine(buffer: TextBuffer, { name, sought }: VimMotion, times: number): VimTarget | undefined {
  const graphemes = graphemesOf(lineOf(buffer));
  const isForwards = name === 'f' || name === 't';
  const { line, column } = buffer.at;
  const found = graphemes
    .filter(({ text, start }) => text === sought && (isForwards ? start > column : start < column))
    .at(isForwards ? times - 1 : -times);
  if (found === undefined) return undefined;
  if (name === 'f' || name === 'F') return { ...to({ line, column: found.start }), isInclusive: isForwards };
  const beside = isForwards ? previousColumn(lineOf(buffer), found.start) : found.end;
  return { ...to({ line, column: beside }), isInclusive: isForwards };
}

type Stride = (stops: readonly Stop[], index: number) => number;

function overWords(buffer: TextBuffer, times: number, stride: Stride): Place {
  const stops = stopsOf(buffer);
  const { line, column } = buffer.at;
  let index = stops.findIndex(({ at }) => at.line === line && at.column === column);
  for (let done = 0; done < times; done++) index = stride(stops, index);
  return stops[index]?.at ?? buffer.at;
}

function nextWord(stops: readonly Stop[], from: number): number {
  const last = stops.length - 1;
  let index = from;
  const kind = stops[index]?.kind;
  if (kind === 'empty') index += 1;
  else if (kind !== 'blank') while (index < last && stops[index]?.kind === kind) index += 1;
  while (index < last && stops[index]?.kind === 'blank') index += 1;
  return Math.min(index, last);
}

function previousWord(stops: readonly Stop[], from: number): number {
  let index = Math.max(0, from - 1);
  while (index > 0 && stops[index]?.kind === 'blank') index -= 1;
  const kind = stops[index]?.kind;
  while (index > 0 && kind !== 'empty' && stops[index - 1]?.kind === kind) index -= 1;
  return index;
}

function wordEnd(stops: readonly Stop[], from: number): number {
  const last = stops.length - 1;
  let index = Math.min(from + 1, last);
  while (index < last && (stops[index]?.kind === 'blank' || stops[index]?.kind === 'empty')) index += 1;
  const kind = stops[index]?.kind;
  while (index < last && stops[index + 1]?.kind === kind) index += 1;
  return index;
}
