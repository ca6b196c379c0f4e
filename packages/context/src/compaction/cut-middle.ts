import { firstOf, wholeCharacters } from '../view/whole-characters.ts';

/** Below this length only the beginning is kept. */
const LEAST_ROOM = 16;

/** Keeps both ends of a long text and says how much was cut. Never longer than `max`. */
export function cutMiddle(text: string, max: number, linePrefix = ''): string {
  if (text.length <= max) return text;
  const mark = (count: number): string => `\n${linePrefix}[... ${count} characters cut ...]\n${linePrefix}`;
  const room = Math.floor(max) - mark(text.length).length;
  if (room < LEAST_ROOM) return firstOf(text, Math.max(0, Math.floor(max)));
  const start = wholeCharacters(text, Math.ceil(room / 2));
  const end = wholeCharacters(text, text.length - Math.floor(room / 2) + 1);
  return text.slice(0, start) + mark(end - start) + text.slice(end);
}

/** The beginning of a text on one line. */
export function toLine(text: string, max: number): string {
  const line = text.replaceAll(/\s+/gu, ' ').trim();
  return line.length <= max ? line : `${firstOf(line, max - 1).trimEnd()}…`;
}
