import { expect, it } from 'vitest';
import type { ShellCommand } from '../shell/shell-line.ts';
import { coversHazard } from './match-command.ts';

const withHazard = (hazard: string): ShellCommand => ({
  argv: ['tool', 'check', 'now', 'please'],
  text: 'tool check now please',
  isReadOnly: false,
  danger: null,
  writes: [],
  hazard,
});

it('covers a hazard that quotes a word of the prefix, and not one that only uses the word in a sentence', () => {
  const prefix = ['tool', 'check', 'now'];
  expect(coversHazard(withHazard('may run something else because of `check`'), prefix)).toBe(true);
  expect(coversHazard(withHazard('`sh` runs a script Bowline cannot check now'), prefix)).toBe(false);
});
