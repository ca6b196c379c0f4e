import type { PeriodFinder } from './period-finder.ts';
import { CODE } from './unit-shape.ts';

const LONGEST = 80;
const SEARCHED = 400;
const START = /[\n.!?]\s*(?=[^\s.!?])/;

/** A short quote of what repeats, from the start of a sentence if possible. */
export function toQuote(text: PeriodFinder, period: number): string {
  const unit = period === 0 ? LONGEST : period;
  const tail = Array.from(text.last(Math.min(2 * unit, SEARCHED)), (symbol) =>
    String.fromCharCode(symbol & (CODE - 1)),
  ).join('');
  const start = START.exec(tail);
  const from = start === null || start.index + start[0].length > tail.length / 2 ? 0 : start.index + start[0].length;
  const shown = tail.slice(from, from + Math.min(unit, LONGEST));
  return JSON.stringify(unit > LONGEST ? `${shown}...` : shown);
}
