import { dark, darkContrast, light, lightContrast, type Palette, type Tone } from './palettes.ts';
import type { Theme } from './theme.ts';

/** The look of a style: colors, one of the sixteen basic colors, and attributes. */
export interface Look {
  readonly tone?: Tone;
  /** One of the sixteen colors: 0 to 7, and 8 to 15 for the bright ones. */
  readonly basic?: number;
  readonly ground?: Tone;
  /** Replaces the color where there are sixteen. Bright black is invisible in some palettes. */
  readonly isFaintOf16?: boolean;
  readonly isBold?: boolean;
  readonly isItalic?: boolean;
  readonly isUnderlined?: boolean;
  readonly isStruck?: boolean;
  /** Inverse, if there is no background to set it apart. */
  readonly isInverseOf16?: boolean;
}

type NotStyles = 'name' | 'isDark' | 'colours' | 'hasGrounds' | 'syntax';
export type Role = Exclude<keyof Theme, NotStyles> | `syntax.${keyof Theme['syntax']}`;

function toLooks(palette: Palette): Readonly<Record<Role, Look>> {
  const accent: Look = { tone: palette.accent, basic: 6 };
  const dim: Look = { tone: palette.dim, isFaintOf16: true };
  const success: Look = { tone: palette.success, basic: 2 };
  const danger: Look = { tone: palette.danger, basic: palette.isDark ? 9 : 1 };
  const code: Look = { tone: palette.code, basic: 3 };
  const name: Look = { tone: palette.name, basic: 4 };
  const word = { isBold: true, isInverseOf16: true };
  return {
    plain: {},
    strong: { isBold: true },
    emphasis: { isItalic: true },
    struck: { isStruck: true },
    dim,
    accent,
    success,
    warning: { tone: palette.warning, basic: 3 },
    danger,
    heading: { ...accent, isBold: true },
    link: { ...accent, isUnderlined: true },
    code,
    quote: { ...dim, isItalic: true },
    border: { tone: palette.border, isFaintOf16: true },
    person: { ground: palette.personGround, isBold: true },
    thought: { ...dim, isItalic: true },
    added: { ground: palette.addedGround, basic: 2 },
    removed: { ground: palette.removedGround, basic: 1 },
    addedSign: success,
    removedSign: { ...danger, basic: 1 },
    addedWord: { ...word, ground: palette.addedWordGround },
    removedWord: { ...word, ground: palette.removedWordGround },
    selection: { ground: palette.selectionGround, isInverseOf16: true },
    'syntax.keyword': name,
    'syntax.text': { tone: palette.string, basic: 2 },
    'syntax.number': code,
    'syntax.comment': { ...dim, isItalic: true },
    'syntax.name': name,
    'syntax.type': name,
  };
}

/** The styles of a palette. */
export interface Looks {
  readonly isDark: boolean;
  readonly looks: Readonly<Record<Role, Look>>;
}

/** The styles of a palette, by role. */
export function createLooks(palette: Palette): Looks {
  return { isDark: palette.isDark, looks: toLooks(palette) };
}

/** The themes by name. */
export const themes = {
  dark: createLooks(dark),
  light: createLooks(light),
  'dark-contrast': createLooks(darkContrast),
  'light-contrast': createLooks(lightContrast),
} as const;

/** Every name that the user can choose. */
export const themeNames = ['auto', ...(Object.keys(themes) as (keyof typeof themes)[]), 'ansi', 'plain'] as const;
export type ThemeName = (typeof themeNames)[number];
