import { expect, test } from 'vitest';
import * as palettes from './palettes.ts';
import type { Palette, Tone } from './palettes.ts';
import { themes, type Look } from './themes.ts';

const GROUNDS = { dark: ['#000000', '#282c34', '#002b36'], light: ['#ffffff', '#fdf6e3'] } as const;
/** Text of the terminal on black, on One Dark, on white and on One Light. */
const TEXTS = { dark: ['#ffffff', '#abb2bf'], light: ['#000000', '#383a42'] } as const;

const toShade = ({ isDark }: { readonly isDark: boolean }): 'dark' | 'light' => (isDark ? 'dark' : 'light');

/** The color itself, and how a terminal with 256 colors shows it. */
const colorsOf = ({ rgb, number }: Tone): readonly string[] => [rgb, toHex(number)];

test.each(Object.entries(themes))('the text colors of %s have enough contrast', (_, theme) => {
  const roles = Object.entries<Look>(theme.looks).filter(([, { tone }]) => tone !== undefined);
  expect(roles.length).toBeGreaterThan(15);
  for (const [role, { tone }] of roles)
    for (const color of tone === undefined ? [] : colorsOf(tone))
      for (const ground of GROUNDS[toShade(theme)])
        expect(contrast(color, ground), `${role} ${color} on ${ground}`).toBeGreaterThanOrEqual(
          role === 'border' ? 3 : 4.5,
        );
});

const named: readonly (readonly [string, Palette])[] = Object.entries(palettes);

test.each(named)('the text of the terminal is readable on each background of %s', (_, palette) => {
  const { personGround, selectionGround, addedGround, removedGround, addedWordGround, removedWordGround } = palette;
  const [strongest = '', usual = ''] = TEXTS[toShade(palette)];
  for (const { rgb } of [personGround, selectionGround, addedGround, removedGround])
    expect(contrast(usual, rgb), `${usual} on ${rgb}`).toBeGreaterThanOrEqual(4.5);
  for (const tone of [addedGround, removedGround, addedWordGround, removedWordGround])
    for (const ground of colorsOf(tone))
      expect(contrast(strongest, ground), `${strongest} on ${ground}`).toBeGreaterThanOrEqual(4.5);
});

test.each(named)('colored text is readable on the backgrounds of %s', (_, palette) => {
  const { dim, accent, success, warning, danger, personGround, selectionGround, addedGround, removedGround } = palette;
  const pairs: readonly (readonly [Tone, Tone])[] = [
    ...[dim, accent].map((tone) => [tone, personGround] as const),
    ...[dim, accent, success, warning, danger].map((tone) => [tone, selectionGround] as const),
    [success, addedGround],
    [danger, removedGround],
  ];
  for (const [tone, ground] of pairs)
    expect(contrast(tone.rgb, ground.rgb), `${tone.rgb} on ${ground.rgb}`).toBeGreaterThanOrEqual(4.5);
});

test('the contrast themes have more contrast than the usual ones', () => {
  const { dark, darkContrast, light, lightContrast } = palettes;
  for (const [usual, strong, ground] of [
    [dark, darkContrast, '#000000'],
    [light, lightContrast, '#ffffff'],
  ] as const)
    for (const role of ['dim', 'accent', 'success', 'warning', 'danger', 'border', 'code', 'string', 'name'] as const)
      expect(contrast(strong[role].rgb, ground), role).toBeGreaterThan(contrast(usual[role].rgb, ground));
});

test('measures contrast as the guidelines for accessible web content do', () => {
  expect(contrast('#ffffff', '#000000')).toBe(21);
  expect(contrast('#777777', '#ffffff')).toBeCloseTo(4.48, 2);
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

/** One of the 256 colors: 16 to 231 are a cube, the others grays. */
function toHex(number: number): string {
  const steps = [0, 95, 135, 175, 215, 255];
  const cube = [Math.floor((number - 16) / 36), Math.floor((number - 16) / 6) % 6, (number - 16) % 6];
  const parts = number >= 232 ? Array.from({ length: 3 }, () => 8 + 10 * (number - 232)) : cube.map((at) => steps[at]);
  return `#${parts.map((part = 0) => part.toString(16).padStart(2, '0')).join('')}`;
}
