import type { Theme } from './theme.ts';

/** The look of a style: an RGB color, one of the sixteen basic colors, and attributes. */
export interface Look {
  readonly colour?: string;
  /** One of the sixteen colors: 0 to 7, and 8 to 15 for the bright ones. */
  readonly basic?: number;
  /** The background in 24-bit color. `ground256` is chosen by hand: dark and pale colors of the 256 have little hue. */
  readonly ground?: string;
  readonly ground256?: number;
  readonly isBold?: boolean;
  readonly isItalic?: boolean;
  readonly isUnderlined?: boolean;
  readonly isStruck?: boolean;
  /** Inverse, if no background among sixteen colors fits. */
  readonly isInverseOf16?: boolean;
}

export type Role = Exclude<keyof Theme, 'name' | 'isDark' | 'colours' | 'syntax'> | `syntax.${keyof Theme['syntax']}`;

/** The colors of a theme. */
interface Palette {
  readonly accent: string;
  readonly quiet: string;
  readonly line: string;
  readonly good: string;
  readonly warning: string;
  readonly bad: string;
  readonly code: string;
  readonly string: string;
  readonly type: string;
  readonly person: string;
  readonly addedGround: string;
  readonly removedGround: string;
  readonly addedWordGround: string;
  readonly removedWordGround: string;
  readonly chosenGround: string;
  readonly grounds256: { readonly added: number; readonly removed: number; readonly chosen: number };
}

/** A blue-green accent and grays. Every text color has a contrast of at least 4.5. */
const dark: Palette = {
  accent: '#5fc4c0',
  quiet: '#8b949e',
  line: '#59636e',
  good: '#7fbf6a',
  warning: '#dba642',
  bad: '#f0766b',
  code: '#d7ba8c',
  string: '#9cc484',
  type: '#8ab4e8',
  person: '#e3ddd0',
  addedGround: '#12301e',
  removedGround: '#3a1a1c',
  addedWordGround: '#1f6038',
  removedWordGround: '#7d2b2e',
  chosenGround: '#1e3a44',
  grounds256: { added: 22, removed: 52, chosen: 236 },
};

const light: Palette = {
  accent: '#0b6e70',
  quiet: '#5c6670',
  line: '#9aa4ae',
  good: '#2c6e2f',
  warning: '#8a5a00',
  bad: '#b3261e',
  code: '#7a4a12',
  string: '#3b6b1e',
  type: '#1f5aa6',
  person: '#2b2a27',
  addedGround: '#e3f5e6',
  removedGround: '#fde8e7',
  addedWordGround: '#a9dfb5',
  removedWordGround: '#f6b9b5',
  chosenGround: '#d5ecec',
  grounds256: { added: 157, removed: 224, chosen: 254 },
};

const darkContrast: Palette = {
  ...dark,
  accent: '#5ff5ee',
  quiet: '#c9d1d9',
  line: '#a0a8b0',
  good: '#8cff66',
  warning: '#ffd24d',
  bad: '#ff8f85',
  code: '#ffdca0',
  string: '#b8f78f',
  type: '#a8d0ff',
  person: '#ffffff',
  chosenGround: '#005f63',
};

const lightContrast: Palette = {
  ...light,
  accent: '#004a4c',
  quiet: '#2f363d',
  line: '#57606a',
  good: '#0b4a0e',
  warning: '#5c3a00',
  bad: '#8b0000',
  code: '#4d2c00',
  string: '#1f4a08',
  type: '#003a85',
  person: '#000000',
  chosenGround: '#b5e3e3',
};

function toLooks(palette: Palette): Readonly<Record<Role, Look>> {
  const accent: Look = { colour: palette.accent, basic: 6 };
  const quiet: Look = { colour: palette.quiet, basic: 8 };
  const { grounds256 } = palette;
  return {
    plain: {},
    strong: { isBold: true },
    emphasis: { isItalic: true },
    struck: { isStruck: true },
    dim: quiet,
    accent,
    good: { colour: palette.good, basic: 2 },
    warning: { colour: palette.warning, basic: 3 },
    bad: { colour: palette.bad, basic: 1 },
    heading: { ...accent, isBold: true },
    link: { ...accent, isUnderlined: true },
    code: { colour: palette.code, basic: 3 },
    quote: { ...quiet, isItalic: true },
    border: { colour: palette.line, basic: 8 },
    person: { colour: palette.person, isBold: true },
    thought: { ...quiet, isItalic: true },
    added: { colour: palette.good, basic: 2, ground: palette.addedGround },
    removed: { colour: palette.bad, basic: 1, ground: palette.removedGround },
    addedWord: { ground: palette.addedWordGround, ground256: grounds256.added, isBold: true, isInverseOf16: true },
    removedWord: {
      ground: palette.removedWordGround,
      ground256: grounds256.removed,
      isBold: true,
      isInverseOf16: true,
    },
    chosen: {
      ...accent,
      ground: palette.chosenGround,
      ground256: grounds256.chosen,
      isBold: true,
      isInverseOf16: true,
    },
    'syntax.keyword': accent,
    'syntax.text': { colour: palette.string, basic: 2 },
    'syntax.number': { colour: palette.code, basic: 3 },
    'syntax.comment': { ...quiet, isItalic: true },
    'syntax.name': { colour: palette.type, basic: 4 },
    'syntax.type': { colour: palette.type, basic: 4 },
  };
}

/** The themes by name. */
export const themes = {
  dark: { isDark: true, looks: toLooks(dark) },
  light: { isDark: false, looks: toLooks(light) },
  'dark-contrast': { isDark: true, looks: toLooks(darkContrast) },
  'light-contrast': { isDark: false, looks: toLooks(lightContrast) },
} as const;

/** Every name that the user can choose. */
export const themeNames = ['auto', ...(Object.keys(themes) as (keyof typeof themes)[]), 'ansi', 'plain'] as const;
export type ThemeName = (typeof themeNames)[number];
