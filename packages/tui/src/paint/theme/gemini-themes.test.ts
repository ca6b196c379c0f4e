import { expect, test } from 'vitest';
import { createTheme } from './create-theme.ts';
import { findGeminiTheme, type CustomThemes } from './gemini-themes.ts';
import { toNearestColour } from './to-nearest-colour.ts';

test.each<[string, string]>([
  ['Default', 'dark'],
  ['Default Light', 'light'],
  ['ANSI', 'ansi'],
  ['ANSI Light', 'light'],
  ['Atom One', 'dark'],
  ['Ayu', 'dark'],
  ['Ayu Light', 'light'],
  ['Dracula', 'dark'],
  ['GitHub', 'dark'],
  ['GitHub Light', 'light'],
  ['Google Code', 'light'],
  ['Holiday', 'dark'],
  ['Shades Of Purple', 'dark'],
  ['Solarized Dark', 'dark'],
  ['Solarized Light', 'light'],
  ['Xcode', 'light'],
  ['NoColor', 'plain'],
])('the theme %s of Gemini CLI is %s', (name, expected) => {
  expect(createTheme(name, { colours: 24 }).name).toBe(expected);
});

test.each(['nothing known', 'constructor', '__proto__', ''])('%j is no theme of Gemini CLI', (name) => {
  expect(findGeminiTheme(name)).toBeUndefined();
  expect(createTheme(name, { colours: 24 }).name).toBe('auto');
});

const custom: CustomThemes = {
  Mine: {
    name: 'Mine',
    type: 'custom',
    background: { primary: '#fafafa', diff: { added: '#ccffcc', removed: '#ffcccc' } },
    text: { primary: '#111111', secondary: '#333333', accent: '#550055', link: '#000088' },
    status: { success: '#004400', warning: '#553300', error: '#880000' },
    border: { default: '#777777' },
    ui: { symbol: '#663300' },
  },
  Old: {
    ...{ Background: '#101010', Gray: '#aaaaaa', AccentPurple: '#ff00ff', AccentGreen: '#00ff00' },
    ...{ AccentYellow: '#ffff00', AccentRed: '#ff8888', AccentBlue: '#8888ff', Comment: '#888888' },
    ...{ DiffAdded: '#002200', DiffRemoved: '#220000' },
  },
  Sparse: { text: { accent: 'red', secondary: '#12345', link: 7 }, status: null },
  Wrong: 'blue',
};

const foreground = (red: number, green: number, blue: number): string =>
  `\u001B[38;2;${red};${green};${blue}mx\u001B[39m`;
const background = (red: number, green: number, blue: number): string =>
  `\u001B[48;2;${red};${green};${blue}mx\u001B[49m`;

test('a custom theme gives each role its color', () => {
  const theme = createTheme('Mine', { colours: 24, custom });
  expect(theme.name).toBe('Mine');
  expect(theme.isDark).toBe(false);
  expect(theme.dim('x')).toBe(foreground(0x33, 0x33, 0x33));
  expect(theme.accent('x')).toBe(foreground(0x55, 0, 0x55));
  expect(theme.success('x')).toBe(foreground(0, 0x44, 0));
  expect(theme.warning('x')).toBe(foreground(0x55, 0x33, 0));
  expect(theme.danger('x')).toBe(foreground(0x88, 0, 0));
  expect(theme.border('x')).toBe(foreground(0x77, 0x77, 0x77));
  expect(theme.code('x')).toBe(foreground(0x66, 0x33, 0));
  expect(theme.syntax.text('x')).toBe(foreground(0, 0x44, 0));
  expect(theme.syntax.name('x')).toBe(foreground(0, 0, 0x88));
  expect(theme.added('x')).toBe(background(0xcc, 0xff, 0xcc));
  expect(theme.removed('x')).toBe(background(0xff, 0xcc, 0xcc));
});

test('a custom theme may use the older names', () => {
  const theme = createTheme('Old', { colours: 24, custom });
  expect(theme.isDark).toBe(true);
  expect(theme.dim('x')).toBe(foreground(0xaa, 0xaa, 0xaa));
  expect(theme.accent('x')).toBe(foreground(0xff, 0, 0xff));
  expect(theme.success('x')).toBe(foreground(0, 0xff, 0));
  expect(theme.warning('x')).toBe(foreground(0xff, 0xff, 0));
  expect(theme.danger('x')).toBe(foreground(0xff, 0x88, 0x88));
  expect(theme.border('x')).toBe(foreground(0x88, 0x88, 0x88));
  expect(theme.syntax.name('x')).toBe(foreground(0x88, 0x88, 0xff));
  expect(theme.added('x')).toBe(background(0, 0x22, 0));
  expect(theme.removed('x')).toBe(background(0x22, 0, 0));
});

test('a color that is missing or not readable is that of the dark theme', () => {
  const [theme, dark] = [createTheme('Sparse', { colours: 24, custom }), createTheme('dark', { colours: 24 })];
  expect(theme.name).toBe('Sparse');
  for (const role of ['dim', 'accent', 'success', 'warning', 'danger', 'border', 'code', 'added', 'removed'] as const)
    expect(theme[role]('x')).toBe(dark[role]('x'));
});

test('a custom theme that is no group of colors is ignored', () => {
  expect(createTheme('Wrong', { colours: 24, custom }).name).toBe('auto');
  expect(createTheme('Mine', { colours: 24 }).name).toBe('auto');
});

test('a custom theme has as many colors as the terminal', () => {
  expect(createTheme('Mine', { colours: 8, custom }).danger('x')).toBe('\u001B[38;5;88mx\u001B[39m');
  expect(createTheme('Mine', { colours: 4, custom }).danger('x')).toBe('\u001B[31mx\u001B[39m');
  expect(createTheme('Mine', { colours: 0, custom }).danger('x')).toBe('x');
});

test('a custom theme does not replace one of Bowline', () => {
  const theme = createTheme('dark', { colours: 24, custom: { dark: custom['Mine'] } });
  expect(theme.isDark).toBe(true);
});

test.each<[readonly [number, number, number], number]>([
  [[0, 0, 0], 16],
  [[255, 255, 255], 231],
  [[128, 128, 128], 244],
  [[255, 0, 0], 196],
  [[0, 95, 135], 24],
  [[0x88, 0, 0], 88],
])('the color nearest to %j is %i', (rgb, number) => {
  expect(toNearestColour(rgb)).toBe(number);
});
