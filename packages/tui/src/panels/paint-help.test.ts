import { describe, expect, it } from 'vitest';
import { createTheme } from '../paint/theme/create-theme.ts';
import type { View } from '../paint/layout/view.ts';
import { widthOf } from '../paint/layout/wrap.ts';
import { createBuiltInCommands } from '../commands/built-in-commands.ts';
import { paintHelp } from './paint-help.ts';

const view = (width: number, isScreenReader = false): View => ({
  width,
  theme: createTheme('plain', { colours: 0 }),
  isScreenReader,
  workspace: '/w',
  isUnfolded: false,
  now: 0,
});
const commands = [
  { name: 'quit', aliases: ['exit'], summary: 'Leaves', run: async () => undefined },
  { name: 'fix', parameters: '[what]', summary: 'Mends', source: 'my server', run: async () => undefined },
];
const keys = [{ key: 'Enter', does: 'sends' }];

describe('paintHelp', () => {
  it('lists keys and commands', () => {
    expect(paintHelp(commands, view(80), keys)).toEqual([
      'Keys',
      '  Enter  sends',
      '',
      'Commands',
      '  /quit        Leaves (also /exit)',
      '  /fix [what]  Mends [my server]',
    ]);
  });

  it('uses words for a screen reader', () => {
    expect(paintHelp(commands, view(80, true), keys)).toContain('/quit: Leaves (also /exit)');
  });

  it.each([30, 40, 80, 120])('fits into %s columns', (width) => {
    for (const isScreenReader of [false, true])
      for (const line of paintHelp(createBuiltInCommands(['dark']), view(width, isScreenReader)))
        expect(widthOf(line)).toBeLessThanOrEqual(width);
  });
});
