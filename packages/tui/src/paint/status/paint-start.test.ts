import { expect, test } from 'vitest';
import { viewOf } from '../../../../../tests/tui/view-of.ts';
import { widthOf } from '../layout/wrap.ts';
import { createTheme } from '../theme/create-theme.ts';
import { paintStart, paintStartRows, type StartFacts, type StartRow } from './paint-start.ts';

const view = viewOf(80, { now: 0 });
const facts: StartFacts = { version: '0.2.0', folder: '~/code/proj', branch: 'main', title: null };
const rows: readonly StartRow[] = [
  {
    command: '/model',
    text: 'gemini-2.5-pro · 1M context · key from GEMINI_API_KEY',
    brief: 'gemini-2.5-pro',
  },
  { command: '/mode', text: 'default · asks before edits and commands', brief: 'default · asks first' },
  { command: '/sandbox', text: 'off · commands can reach your files and the network', brief: 'off' },
];

test.each([120, 80])('paints the head of a session at %i columns', (width) => {
  expect(paintStart(facts, { ...view, width })).toEqual([
    '╭─╮     Bowline 0.2.0',
    '╰─┼─╮   a durable coding agent for your terminal',
    '  ╰─╯   ~/code/proj · main',
  ]);
});

test('paints the head of a session at 40 columns', () => {
  expect(paintStart(facts, { ...view, width: 40 })).toEqual([
    '╭─╮     Bowline 0.2.0',
    '╰─┼─╮   a durable coding agent',
    '  ╰─╯   ~/code/proj · main',
  ]);
});

test('names the session that is resumed, on one row', () => {
  const [, title] = paintStart({ ...facts, title: 'Fix the\n\u001B[2Jparser' }, view);
  expect(title).toBe('╰─┼─╮   Fix the␤parser');
});

test('cuts a long folder in the middle and keeps the branch', () => {
  const folder = '~/code/some/long/path/to/a/project/with/a/long/name';
  const [, , place = ''] = paintStart({ ...facts, folder }, { ...view, width: 40 });
  expect(place).toMatch(/^ {2}╰─╯ {3}~\/code\/\S*…\S*name · main$/);
  expect(widthOf(place)).toBe(40);
});

test.each([120, 80])('labels the values with their commands at %i columns', (width) => {
  expect(paintStartRows(rows, { ...view, width })).toEqual([
    '  /model      gemini-2.5-pro · 1M context · key from GEMINI_API_KEY',
    '  /mode       default · asks before edits and commands',
    '  /sandbox    off · commands can reach your files and the network',
  ]);
});

test('shows brief values at 40 columns', () => {
  expect(paintStartRows(rows, { ...view, width: 40 })).toEqual([
    '  /model    gemini-2.5-pro',
    '  /mode     default · asks first',
    '  /sandbox  off',
  ]);
});

test('dims what is known about a value', () => {
  const theme = createTheme('dark', { colours: 24 });
  const [row] = paintStartRows(rows.slice(1, 2), { ...view, theme });
  expect(row).toBe(`  ${theme.accent('/mode       ')}default${theme.dim(' · asks before edits and commands')}`);
});

test('uses words for a screen reader', () => {
  const heard = { ...view, isScreenReader: true };
  expect(paintStart(facts, heard)).toEqual([
    'Bowline 0.2.0, a durable coding agent for your terminal.',
    '~/code/proj, main.',
  ]);
  expect(paintStartRows(rows.slice(2), { ...heard, width: 100 })).toEqual([
    '/sandbox: off, commands can reach your files and the network.',
    'Type a request. @ adds a file, / opens commands, ! runs a shell command, ? shows keys.',
  ]);
});

test('no row is wider than the window, down to ten columns', () => {
  const theme = createTheme('dark', { colours: 24 });
  const long = { ...facts, folder: '~/code/some/long/path/to/project', title: 'A title\nof two lines' };
  for (let width = 10; width < 210; width += 1)
    for (const isScreenReader of [true, false]) {
      const narrow = { ...view, theme, width, isScreenReader };
      for (const row of [...paintStart(long, narrow), ...paintStartRows(rows, narrow)])
        expect(widthOf(row)).toBeLessThanOrEqual(width);
    }
});

test('values end at column 100 in a wide window', () => {
  const [row = ''] = paintStartRows([{ command: '/context', text: 'file '.repeat(60) }], { ...view, width: 200 });
  expect(widthOf(row)).toBe(100);
});
