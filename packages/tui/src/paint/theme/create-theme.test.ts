import { expect, test } from 'vitest';
import { createTheme } from './create-theme.ts';
import type { Theme } from './theme.ts';
import { themeNames, themes, type Look } from './themes.ts';

const all = [0, 4, 8, 24] as const;

test('keeps a style after a style inside it ends', () => {
  const { accent, strong, link } = createTheme('dark', { colours: 4 });
  expect(accent(`a${link('b')}c`)).toBe('\u001B[36ma\u001B[36m\u001B[4mb\u001B[39m\u001B[36m\u001B[24mc\u001B[39m');
  expect(strong('a\u001B[31mb\u001B[0mc')).toBe('\u001B[1ma\u001B[31mb\u001B[0m\u001B[1mc\u001B[22m');
});

test('an empty text has no style', () => {
  expect(createTheme('dark', { colours: 24 }).heading('')).toBe('');
});

test.each(themeNames.flatMap((name) => all.map((colours) => [name, colours] as const)))(
  'every style of %s with %i bits uses only supported sequences',
  (name, colours) => {
    const theme = createTheme(name, { colours });
    const painted = stylesOf(theme).map((style) => style('x'));
    const known = {
      0: /^x$/,
      4: /^(?:\u001B\[\d{1,3}m)*x(?:\u001B\[\d{1,3}m)*$/,
      8: /^(?:\u001B\[(?:\d|[34]8;5;\d{1,3})m)*x(?:\u001B\[\d\dm)*$/,
      24: /^(?:\u001B\[(?:\d|[34]8;2;\d{1,3};\d{1,3};\d{1,3})m)*x(?:\u001B\[\d\dm)*$/,
    }[theme.colours];
    for (const text of painted) expect(text).toMatch(known);
  },
);

function stylesOf({
  name: _,
  isDark: __,
  colours: ___,
  syntax,
  ...styles
}: Theme): readonly ((text: string) => string)[] {
  return [...Object.values(styles), ...Object.values(syntax)];
}

test.each<[string, string | undefined, boolean]>([
  ['auto', undefined, true],
  ['auto', '15;0', true],
  ['auto', '0;15', false],
  ['auto', '0;default;7', false],
  ['auto', 'nonsense', true],
  ['light', '15;0', false],
  ['an unknown theme', '0;15', false],
])('%s on a terminal that says %j is dark: %s', (name, colourFgBg, isDark) => {
  expect(createTheme(name, { colours: 24, colourFgBg }).isDark).toBe(isDark);
});

test('plain has no sequences, and ansi at most sixteen colors', () => {
  expect(createTheme('plain', { colours: 24 }).colours).toBe(0);
  expect(createTheme('ansi', { colours: 24 }).colours).toBe(4);
  expect(createTheme('ansi', { colours: 0 }).colours).toBe(0);
});

test.each(Object.entries(themes))('the text colors of %s have enough contrast', (_, { isDark, looks }) => {
  const ground = isDark ? '#1c1c1c' : '#ffffff';
  const roles = Object.entries<Look>(looks).filter(([role]) => role !== 'border');
  for (const [role, { colour, ground: own = ground }] of roles) {
    if (colour !== undefined) expect(`${role} ${contrast(colour, own) >= 4.5}`).toBe(`${role} true`);
  }
});

function contrast(one: string, other: string): number {
  const [dark = 0, light = 0] = [luminance(one), luminance(other)].sort((a, b) => a - b);
  return (light + 0.05) / (dark + 0.05);
}

function luminance(hex: string): number {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((at) => {
    const value = Number.parseInt(hex.slice(at, at + 2), 16) / 255;
    return value <= 0.03928 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}
