import { expect, test } from 'vitest';
import { createTheme } from './create-theme.ts';
import type { Style, Theme } from './theme.ts';
import { themeNames } from './themes.ts';

const depths = [0, 4, 8, 24] as const;

test('keeps a style after a style inside it ends', () => {
  const { accent, strong, link } = createTheme('dark', { colours: 4 });
  expect(accent(`a${link('b')}c`)).toBe('\u001B[36ma\u001B[36m\u001B[4mb\u001B[39m\u001B[36m\u001B[24mc\u001B[39m');
  expect(strong('a\u001B[31mb\u001B[0mc')).toBe('\u001B[1ma\u001B[31mb\u001B[0m\u001B[1mc\u001B[22m');
});

test('an empty text has no style', () => {
  expect(createTheme('dark', { colours: 24 }).heading('')).toBe('');
});

test.each(themeNames.flatMap((name) => depths.map((colours) => [name, colours] as const)))(
  'every style of %s with %i bits uses only supported sequences',
  (name, colours) => {
    const theme = createTheme(name, { colours });
    const known = {
      0: name === 'plain' ? /^x$/ : /^(?:\u001B\[[147]m)*x(?:\u001B\[2[247]m)*$/,
      4: /^(?:\u001B\[(?:[1-79]|3[1-6]|91)m)*x(?:\u001B\[(?:2[23479]|39)m)*$/,
      8: /^(?:\u001B\[(?:\d|[34]8;5;\d{1,3})m)*x(?:\u001B\[\d\dm)*$/,
      24: /^(?:\u001B\[(?:\d|[34]8;2;\d{1,3};\d{1,3};\d{1,3})m)*x(?:\u001B\[\d\dm)*$/,
    }[theme.colours];
    const painted = stylesOf(theme).map((style) => style('x'));
    expect(painted).toHaveLength(29);
    for (const text of painted) expect(text).toMatch(known);
  },
);

function stylesOf(theme: Theme): readonly Style[] {
  const all = [...Object.values<Theme[keyof Theme]>({ ...theme }), ...Object.values(theme.syntax)];
  return all.filter((each) => typeof each === 'function');
}

const sgr = (...codes: readonly string[]): string => codes.map((code) => `\u001B[${code}m`).join('');

test.each<[string, readonly [string, Theme['colours']], Partial<Record<keyof Theme, string>>]>([
  [
    'true color on dark',
    ['dark', 24],
    {
      plain: '',
      dim: sgr('38;2;154;164;174'),
      accent: sgr('38;2;99;201;196'),
      success: sgr('38;2;134;196;111'),
      warning: sgr('38;2;224;172;74'),
      danger: sgr('38;2;245;133;122'),
      border: sgr('38;2;107;119;131'),
      code: sgr('38;2;217;189;144'),
      thought: sgr('38;2;154;164;174', '3'),
      person: sgr('48;2;35;40;47', '1'),
      selection: sgr('48;2;20;59;66'),
      added: sgr('48;2;18;48;30'),
      removed: sgr('48;2;58;26;28'),
      addedWord: sgr('48;2;31;96;56', '1'),
      removedWord: sgr('48;2;125;43;46', '1'),
    },
  ],
  [
    '256 colors on dark',
    ['dark', 8],
    {
      dim: sgr('38;5;247'),
      accent: sgr('38;5;80'),
      success: sgr('38;5;113'),
      warning: sgr('38;5;179'),
      danger: sgr('38;5;210'),
      border: sgr('38;5;243'),
      code: sgr('38;5;180'),
      person: sgr('48;5;235', '1'),
      selection: sgr('48;5;236'),
      added: sgr('48;5;22'),
      removed: sgr('48;5;52'),
      addedWord: sgr('48;5;28', '1'),
      removedWord: sgr('48;5;88', '1'),
    },
  ],
  [
    '256 colors on light',
    ['light', 8],
    {
      dim: sgr('38;5;240'),
      accent: sgr('38;5;23'),
      success: sgr('38;5;22'),
      warning: sgr('38;5;94'),
      danger: sgr('38;5;124'),
      border: sgr('38;5;244'),
      code: sgr('38;5;94'),
      person: sgr('48;5;255', '1'),
      selection: sgr('48;5;254'),
      added: sgr('48;5;194'),
      removed: sgr('48;5;224'),
      addedWord: sgr('48;5;157', '1'),
      removedWord: sgr('48;5;217', '1'),
    },
  ],
  [
    '16 colors on dark',
    ['dark', 4],
    {
      dim: sgr('2'),
      accent: sgr('36'),
      success: sgr('32'),
      warning: sgr('33'),
      danger: sgr('91'),
      border: sgr('2'),
      code: sgr('33'),
      person: sgr('1'),
      selection: sgr('7'),
      added: sgr('32'),
      removed: sgr('31'),
      addedWord: sgr('1', '7'),
      removedWord: sgr('1', '7'),
    },
  ],
  ['16 colors on light', ['light', 4], { danger: sgr('31'), dim: sgr('2'), border: sgr('2') }],
  [
    'no colors',
    ['dark', 0],
    {
      dim: '',
      accent: '',
      danger: '',
      strong: sgr('1'),
      emphasis: '',
      link: sgr('4'),
      person: sgr('1'),
      selection: sgr('7'),
      addedWord: sgr('1', '7'),
    },
  ],
  ['plain', ['plain', 24], { strong: '', link: '', person: '', selection: '', addedWord: '', danger: '' }],
])('%s', (_, [name, colours], expected) => {
  const theme = createTheme(name, { colours });
  const opened = Object.keys(expected).map((role) => [role, openOf(theme[role as keyof Theme])]);
  expect(Object.fromEntries(opened)).toEqual(expected);
});

function openOf(style: Theme[keyof Theme]): string {
  return typeof style === 'function' ? (style('x').split('x')[0] ?? '') : '';
}

test.each<[string, Theme['colours'], boolean]>([
  ['dark', 24, true],
  ['light', 8, true],
  ['dark', 4, false],
  ['dark', 0, false],
  ['ansi', 24, false],
  ['plain', 24, false],
])('%s with %i bits has backgrounds: %s', (name, colours, hasGrounds) => {
  expect(createTheme(name, { colours }).hasGrounds).toBe(hasGrounds);
});

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

test('believes the terminal about its background before the variable', () => {
  const facts = { colours: 24, colourFgBg: '15;0', isDarkGround: false } as const;
  expect(createTheme('auto', facts).isDark).toBe(false);
  expect(createTheme('dark', facts).isDark).toBe(true);
});

test('plain has no sequences, and ansi at most sixteen colors', () => {
  expect(createTheme('plain', { colours: 24 }).colours).toBe(0);
  expect(createTheme('ansi', { colours: 24 }).colours).toBe(4);
  expect(createTheme('ansi', { colours: 0 }).colours).toBe(0);
});
