import { expect, test } from 'vitest';
import { isWaitingForInput } from './prompt-watch.ts';
import type { TerminalReading } from './reads-terminal.ts';

const cases: readonly [silentMs: number, recent: string, reading: TerminalReading, isWaiting: boolean][] = [
  [1000, 'name: ', 'yes', false],
  [2000, 'name: ', 'yes', true],
  [2000, 'name: ', 'perhaps', false],
  [4000, 'name: ', 'perhaps', true],
  [60_000, 'name: ', 'no', false],
  [4000, 'working', 'yes', false],
  [10_000, 'working', 'yes', true],
  [60_000, 'working', 'perhaps', false],
];
test.each(cases)('after %i ms of silence, with %j last, reading the terminal: %s -> %s', (...row) => {
  const [silentMs, recent, reading, isWaiting] = row;
  expect(isWaitingForInput({ silentMs, recent: () => recent, reading: () => reading })).toBe(isWaiting);
});
