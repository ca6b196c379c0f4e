import { dark, darkContrast, light, lightContrast, type Palette } from '../../packages/tui/src/paint/theme/palettes.ts';
import type { Claim } from '../claim.ts';

/** The grounds of the specification. */
const darkGrounds = { black: '#000000', 'One Dark': '#282c34', 'Solarized Dark': '#002b36' };
const lightGrounds = { white: '#ffffff', 'Solarized Light': '#fdf6e3' };
const palettes = { dark, light, 'dark-contrast': darkContrast, 'light-contrast': lightContrast };

const texts = ['dim', 'accent', 'success', 'warning', 'danger', 'code', 'string', 'name'] as const;
/** What is written on the grounds of messages, lists and diffs. */
const onGrounds = [
  ['dim', 'personGround'],
  ['accent', 'personGround'],
  ['dim', 'selectionGround'],
  ['accent', 'selectionGround'],
  ['warning', 'selectionGround'],
  ['success', 'addedGround'],
  ['danger', 'removedGround'],
] as const;

const LEAST_TEXT = 4.5;
const LEAST_FRAME = 3;

interface Measured {
  readonly what: string;
  readonly contrast: number;
}

/** Measures every color of the themes against the grounds that terminals have. */
export const contrast: Claim = {
  id: 'contrast',
  sentence: `Every color of text has a contrast of at least ${LEAST_TEXT}, and every frame of at least ${LEAST_FRAME}, against the grounds it is for: black, One Dark and Solarized Dark, or white and Solarized Light. So does text on the grounds of messages, marked rows and diffs. Measured as WCAG 2 does, for 24-bit color and for the nearest of 256 colors. Colors of the terminal itself (16 colors) are not Bowline's and not measured.`,
  async run({ say }) {
    const measured = Object.entries(palettes).flatMap(([name, palette]) => measure(name, palette));
    const least = (list: readonly Measured[]): Measured =>
      list.reduce((worst, each) => (each.contrast < worst.contrast ? each : worst));
    const text = least(measured.filter(({ what }) => !what.includes('border')));
    const frame = least(measured.filter(({ what }) => what.includes('border')));
    say(`least text: ${text.what}; least frame: ${frame.what}`);
    return {
      holds: text.contrast >= LEAST_TEXT && frame.contrast >= LEAST_FRAME,
      figures: {
        pairs: measured.length,
        leastText: round(text.contrast),
        leastTextOf: text.what,
        leastFrame: round(frame.contrast),
        leastFrameOf: frame.what,
      },
      against: 'the luminance of each pair of colors, computed from their values',
    };
  },
};

function measure(name: string, palette: Palette): readonly Measured[] {
  const grounds = Object.entries(palette.isDark ? darkGrounds : lightGrounds);
  const pair = (what: string, one: string, other: string): Measured => ({ what, contrast: contrastOf(one, other) });
  return [
    ...[...texts, 'border' as const].flatMap((role) =>
      grounds.flatMap(([ground, rgb]) => [
        pair(`${name} ${role} on ${ground}`, palette[role].rgb, rgb),
        pair(`${name} ${role} (256) on ${ground}`, rgbOf(palette[role].number), rgb),
      ]),
    ),
    ...onGrounds.flatMap(([role, ground]) => [
      pair(`${name} ${role} on ${ground}`, palette[role].rgb, palette[ground].rgb),
      pair(`${name} ${role} on ${ground} (256)`, rgbOf(palette[role].number), rgbOf(palette[ground].number)),
    ]),
  ];
}

function contrastOf(one: string, other: string): number {
  const [dim = 0, bright = 0] = [luminance(one), luminance(other)].sort((a, b) => a - b);
  return (bright + 0.05) / (dim + 0.05);
}

function luminance(hex: string): number {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((at) => {
    const value = Number.parseInt(hex.slice(at, at + 2), 16) / 255;
    return value <= 0.03928 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

/** One of the 256 terminal colors, from the color cube or the grays. */
function rgbOf(number: number): string {
  const levels = [0, 95, 135, 175, 215, 255];
  const at = number - 16;
  const parts =
    number >= 232
      ? Array.from({ length: 3 }, () => 8 + 10 * (number - 232))
      : [Math.floor(at / 36), Math.floor(at / 6) % 6, at % 6].map((step) => levels[step] ?? 0);
  return `#${parts.map((part) => part.toString(16).padStart(2, '0')).join('')}`;
}

const round = (value: number): number => Math.round(value * 100) / 100;
