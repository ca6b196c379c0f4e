import { describe, expect, it } from 'vitest';
import { sectionRows } from '../../../../tests/tui/open-panel.tsx';
import { viewOf } from '../../../../tests/tui/view-of.ts';
import { createBuffer } from '../editor/text-buffer.ts';
import type { SlashCommand } from '../host/slash-command.ts';
import type { Lines, View } from '../paint/layout/view.ts';
import { widthOf } from '../paint/layout/wrap.ts';
import { fillMenu, updateMenu, type CompletionMenu } from './completion-menu.ts';
import { paintMenu } from './paint-menu.ts';

function command(name: string, summary: string, source?: string): SlashCommand {
  return { name, summary, run: async () => undefined, ...(source === undefined ? {} : { source }) };
}

function menuOf(typed: string, commands: readonly SlashCommand[]): CompletionMenu {
  const menu = updateMenu(null, createBuffer(typed), commands);
  if (menu === null) throw new Error('no menu');
  return menu;
}

function paint(menu: CompletionMenu, room: { rows: number }, view: View): Lines {
  return sectionRows(paintMenu(menu, room, view), view);
}

describe('the painted menu', () => {
  const commands = [
    command('rewind', 'Go back to an earlier message'),
    command('resume', 'Open another session'),
    command('review', 'Review uncommitted changes', 'project'),
  ];

  it('lists commands with their summaries and where they come from', () => {
    const menu = { ...menuOf('/', commands), chosen: 0, all: 34 };
    expect(paint(menu, { rows: 8 }, viewOf(80))).toEqual([
      '╭─ Commands ────────────────────────────────────────────────────────── 3 of 34 ─',
      '│ ❯ /rewind     Go back to an earlier message',
      '│   /resume     Open another session',
      '│   /review     Review uncommitted changes                             project',
      '├─ ↑↓ choose · Tab insert · Enter run · Esc close ──────────────────────────────',
    ]);
  });

  it('lists files, cut in the middle', () => {
    const menu = menuOf('@pars', []);
    const files = fillMenu(menu, menu.target, {
      values: ['src/parse.ts', `src/${'deep/'.repeat(20)}parser.ts`, 'src/parser/'],
      notes: { 'src/parse.ts': '212 lines', 'src/parser/': 'folder · 6 files' },
      all: 212,
    });
    if (files === null) throw new Error('no menu');
    expect(paint(files, { rows: 8 }, viewOf(80))).toEqual([
      '╭─ Files ──────────────────────────────────────────────────────────── 3 of 212 ─',
      '│ ❯ src/parse.ts                                                     212 lines',
      expect.stringMatching(/^│ {3}src\/deep\/.*….*\/parser\.ts$/),
      '│   src/parser/                                               folder · 6 files',
      '├─ Tab insert · → into folder · :10-40 adds lines only · Esc close ─────────────',
    ]);
  });

  it('shows the candidates around the chosen one', () => {
    const many = ['one', 'two', 'three', 'four', 'five'].map((name) => command(name, `does ${name}, at length`));
    const rows = (chosen: number): Lines =>
      paint({ ...menuOf('/', many), chosen }, { rows: 3 }, viewOf(60)).slice(1, -1);
    expect(rows(2)).toEqual([
      '│   /two        does two, at length',
      '│ ❯ /three      does three, at length',
      '│   /four       does four, at length',
    ]);
    expect(rows(0)[0]).toMatch(/^│ ❯ \/one/);
    expect(rows(4)[2]).toMatch(/^│ ❯ \/five/);
  });

  it('names only the commands in a narrow window', () => {
    expect(paint({ ...menuOf('/', commands), all: 34 }, { rows: 8 }, viewOf(40)).slice(0, 4)).toEqual([
      '╭─ Commands ────────────────── 3 of 34 ─',
      '│ ❯ /rewind',
      '│   /resume',
      '│   /review',
    ]);
  });

  it('uses words for a screen reader', () => {
    expect(paint(menuOf('/res', commands), { rows: 8 }, viewOf(80, { isScreenReader: true }))).toEqual([
      'Commands.',
      '1 of 1: /resume, Open another session.',
      'Up and Down choose, Tab insert, Enter run, Escape close.',
    ]);
  });

  it('shows no sequences of a name, and is never wider than the window', () => {
    const odd = [command('a\u001B]0;t\u0007b', 'does\n\u001B[2Jit '.repeat(20), `${'from '.repeat(30)}\u202E`)];
    for (let width = 12; width < 130; width += 1) {
      const rows = paint(menuOf('/', odd), { rows: 8 }, viewOf(width));
      for (const row of rows) expect(widthOf(row)).toBeLessThanOrEqual(width);
      expect(rows.join('')).not.toMatch(/[\u001B\u0007\u202E]/);
    }
  });
});
