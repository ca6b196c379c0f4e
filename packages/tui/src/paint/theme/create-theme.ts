import { createStyle, type StyleCode } from './create-style.ts';
import type { Style, Theme } from './theme.ts';
import { themeNames, themes, type Look, type Role, type ThemeName } from './themes.ts';
import { toNearestColour } from './to-nearest-colour.ts';

/** The color support of the terminal. */
export interface ColourFacts {
  readonly colours: Theme['colours'];
  /** The variable COLORFGBG that some terminals set: text and background color, as in `15;0`. */
  readonly colourFgBg?: string | undefined;
}

/** The styles of a theme for a terminal. An unknown name means `auto`. */
export function createTheme(name: string, { colours: offered, colourFgBg }: ColourFacts): Theme {
  const known: ThemeName = isThemeName(name) ? name : 'auto';
  const isDarkGround = isDark(colourFgBg);
  const chosen = known === 'auto' || known === 'ansi' || known === 'plain' ? (isDarkGround ? 'dark' : 'light') : known;
  const { isDark: isDarkTheme, looks } = themes[chosen];
  const colours = toColours(known, offered);
  const style = (role: Role): Style => createStyle(toCodes(looks[role], colours));
  return { name: known, isDark: isDarkTheme, colours, ...createStyles(style) };
}

/** Whether the user can choose it. */
export function isThemeName(name: string): name is ThemeName {
  return (themeNames as readonly string[]).includes(name);
}

function toColours(name: ThemeName, offered: Theme['colours']): Theme['colours'] {
  if (name === 'plain' || offered === 0) return 0;
  return name === 'ansi' ? 4 : offered;
}

/** Most terminals are dark, and light ones usually set COLORFGBG. */
function isDark(colourFgBg: string | undefined): boolean {
  const ground = Number.parseInt(colourFgBg?.split(';').at(-1) ?? '', 10);
  return Number.isNaN(ground) || (ground !== 7 && ground < 9);
}

function createStyles(style: (role: Role) => Style): Omit<Theme, 'name' | 'isDark' | 'colours'> {
  return {
    plain: style('plain'),
    strong: style('strong'),
    emphasis: style('emphasis'),
    struck: style('struck'),
    dim: style('dim'),
    accent: style('accent'),
    good: style('good'),
    warning: style('warning'),
    bad: style('bad'),
    heading: style('heading'),
    link: style('link'),
    code: style('code'),
    quote: style('quote'),
    border: style('border'),
    person: style('person'),
    thought: style('thought'),
    added: style('added'),
    removed: style('removed'),
    addedWord: style('addedWord'),
    removedWord: style('removedWord'),
    chosen: style('chosen'),
    syntax: {
      keyword: style('syntax.keyword'),
      text: style('syntax.text'),
      number: style('syntax.number'),
      comment: style('syntax.comment'),
      name: style('syntax.name'),
      type: style('syntax.type'),
    },
  };
}

function toCodes(look: Look, colours: Theme['colours']): readonly StyleCode[] {
  if (colours === 0) return [];
  const foreground = toForeground(look, colours);
  const background = toBackground(look, colours);
  return [
    ...(foreground === undefined ? [] : [{ open: foreground, close: 39 }]),
    ...(background === undefined ? [] : [{ open: background, close: 49 }]),
    ...(look.isBold === true ? [{ open: '1', close: 22 }] : []),
    ...(look.isItalic === true ? [{ open: '3', close: 23 }] : []),
    ...(look.isUnderlined === true ? [{ open: '4', close: 24 }] : []),
    ...(look.isInverseOf16 === true && colours === 4 ? [{ open: '7', close: 27 }] : []),
    ...(look.isStruck === true ? [{ open: '9', close: 29 }] : []),
  ];
}

function toForeground({ colour, basic }: Look, colours: Theme['colours']): string | undefined {
  if (colours === 4) return basic === undefined ? undefined : String(basic < 8 ? 30 + basic : 82 + basic);
  return colour === undefined ? undefined : `38;${toColour(colour, colours)}`;
}

function toBackground({ ground, ground256 }: Look, colours: Theme['colours']): string | undefined {
  if (colours === 24) return ground === undefined ? undefined : `48;${toColour(ground, colours)}`;
  return colours === 8 && ground256 !== undefined ? `48;5;${ground256}` : undefined;
}

function toColour(hex: string, colours: Theme['colours']): string {
  const [red, green, blue] = toRgb(hex);
  return colours === 24 ? `2;${red};${green};${blue}` : `5;${toNearestColour([red, green, blue])}`;
}

function toRgb(hex: string): readonly [number, number, number] {
  const value = Number.parseInt(hex.slice(1), 16);
  return [value >> 16, (value >> 8) & 0xff, value & 0xff];
}
