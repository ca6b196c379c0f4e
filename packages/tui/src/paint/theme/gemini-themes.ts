import { dark, light, type Palette, type Tone } from './palettes.ts';
import { createLooks, type Looks, type ThemeName } from './themes.ts';
import { toNearestColour } from './to-nearest-colour.ts';

/** The themes in `ui.customThemes`, as Gemini CLI reads them: by name, with colors in groups or under older names. */
export type CustomThemes = Readonly<Record<string, unknown>>;

/** The themes that Gemini CLI has built in, as it writes them, and what they look like here. */
const BUILT_IN: Readonly<Record<string, ThemeName>> = {
  ...{ ANSI: 'ansi', 'ANSI Light': 'light', 'Atom One': 'dark', Ayu: 'dark', 'Ayu Light': 'light', Default: 'dark' },
  ...{ 'Default Light': 'light', Dracula: 'dark', GitHub: 'dark', 'GitHub Light': 'light', 'Google Code': 'light' },
  ...{ Holiday: 'dark', NoColor: 'plain', 'Shades Of Purple': 'dark', 'Solarized Dark': 'dark' },
  ...{ 'Solarized Light': 'light', Xcode: 'light' },
};
const byLowerCase = new Map([
  ...Object.entries(BUILT_IN).map(([name, look]) => [name.toLowerCase(), look] as const),
  ['no color', 'plain'] as const,
]);

/** The names that `findGeminiTheme` knows: the custom ones first. */
export function listGeminiThemes(custom: CustomThemes = {}): readonly string[] {
  const own = Object.keys(custom).filter((name) => isGroup(custom[name]));
  return [...new Set([...own, ...Object.keys(BUILT_IN)])];
}

/** The theme of Gemini CLI with that name: a custom one in its own colors, a built-in one by its background. */
export function findGeminiTheme(name: string, custom: CustomThemes = {}): ThemeName | Looks | undefined {
  const own = Object.hasOwn(custom, name) ? custom[name] : undefined;
  if (isGroup(own)) return createLooks(toPalette(own));
  return byLowerCase.get(name.toLowerCase());
}

type Group = Readonly<Record<string, unknown>>;

function isGroup(value: unknown): value is Group {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** The roles, each with the keys that name its color: the present one, then the older one. */
const keys = {
  dim: ['text.secondary', 'Gray'],
  accent: ['text.accent', 'AccentPurple'],
  success: ['status.success', 'AccentGreen'],
  warning: ['status.warning', 'AccentYellow'],
  danger: ['status.error', 'AccentRed'],
  border: ['border.default', 'Comment'],
  code: ['ui.symbol', 'AccentYellow'],
  string: ['status.success', 'AccentGreen'],
  name: ['text.link', 'AccentBlue'],
  addedGround: ['background.diff.added', 'DiffAdded'],
  removedGround: ['background.diff.removed', 'DiffRemoved'],
} as const satisfies Partial<Record<keyof Palette, readonly string[]>>;

/** A role without a readable color keeps that of the dark or light theme. */
function toPalette(theme: Group): Palette {
  const ground = findTone(theme, ['background.primary', 'Background']);
  const base = ground !== undefined && isLight(ground) ? light : dark;
  const own = Object.entries(keys).flatMap(([role, names]) => {
    const found = findTone(theme, names);
    return found === undefined ? [] : [[role, found] as const];
  });
  return { ...base, ...Object.fromEntries(own) };
}

function findTone(theme: Group, names: readonly string[]): Tone | undefined {
  for (const name of names) {
    const value = name.split('.').reduce<unknown>((group, key) => (isGroup(group) ? group[key] : undefined), theme);
    if (typeof value === 'string' && /^#[\da-f]{6}$/i.test(value))
      return { rgb: value, number: toNearestColour(toRgb(value)) };
  }
  return undefined;
}

function toRgb(hex: string): readonly [number, number, number] {
  const value = Number.parseInt(hex.slice(1), 16);
  return [value >> 16, (value >> 8) & 0xff, value & 0xff];
}

function isLight({ rgb }: Tone): boolean {
  const [red, green, blue] = toRgb(rgb);
  return 0.3 * red + 0.6 * green + 0.1 * blue > 128;
}
