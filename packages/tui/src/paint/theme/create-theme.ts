import { createStyle, type StyleCode } from './create-style.ts';
import { findGeminiTheme, type CustomThemes } from './gemini-themes.ts';
import type { Tone } from './palettes.ts';
import type { Style, Theme } from './theme.ts';
import { themeNames, themes, type Look, type Looks, type Role, type ThemeName } from './themes.ts';

/** The color support of the terminal. */
export interface ColourFacts {
  readonly colours: Theme['colours'];
  /** Whether the background is dark, if the terminal said so. */
  readonly isDarkGround?: boolean | undefined;
  /** The variable COLORFGBG that some terminals set: text and background color, as in `15;0`. */
  readonly colourFgBg?: string | undefined;
  /** The themes of Gemini CLI that the settings define. */
  readonly custom?: CustomThemes | undefined;
}

/** The styles of a theme for a terminal. A name of Gemini CLI means the nearest theme, an unknown one `auto`. */
export function createTheme(name: string, facts: ColourFacts): Theme {
  const known = isThemeName(name) ? name : (findGeminiTheme(name, facts.custom) ?? 'auto');
  const { isDark, looks } = typeof known === 'string' ? toLooks(known, facts) : known;
  const ink = toInk(known, facts.colours);
  const style = (role: Role): Style => createStyle(toCodes(looks[role], ink));
  const hasGrounds = ink.colours >= 8;
  return {
    name: isThemeName(name) || typeof known !== 'string' ? name : known,
    isDark,
    colours: ink.colours,
    hasGrounds,
    ...createStyles(style),
  };
}

/** Whether the user can choose it. */
export function isThemeName(name: string): name is ThemeName {
  return (themeNames as readonly string[]).includes(name);
}

function toLooks(name: ThemeName, { isDarkGround, colourFgBg }: ColourFacts): Looks {
  if (name !== 'auto' && name !== 'ansi' && name !== 'plain') return themes[name];
  return (isDarkGround ?? isDark(colourFgBg)) ? themes.dark : themes.light;
}

/** What the terminal can show, and the theme allows. */
interface Ink {
  readonly colours: Theme['colours'];
  readonly hasAttributes: boolean;
}

function toInk(known: ThemeName | Looks, offered: Theme['colours']): Ink {
  if (known === 'plain') return { colours: 0, hasAttributes: false };
  return { colours: known === 'ansi' && offered > 4 ? 4 : offered, hasAttributes: true };
}

/** Most terminals are dark, and light ones usually set COLORFGBG. */
function isDark(colourFgBg: string | undefined): boolean {
  const ground = Number.parseInt(colourFgBg?.split(';').at(-1) ?? '', 10);
  return Number.isNaN(ground) || (ground !== 7 && ground < 9);
}

function createStyles(style: (role: Role) => Style): Omit<Theme, 'name' | 'isDark' | 'colours' | 'hasGrounds'> {
  return {
    plain: style('plain'),
    strong: style('strong'),
    emphasis: style('emphasis'),
    struck: style('struck'),
    dim: style('dim'),
    accent: style('accent'),
    success: style('success'),
    warning: style('warning'),
    danger: style('danger'),
    heading: style('heading'),
    link: style('link'),
    code: style('code'),
    quote: style('quote'),
    border: style('border'),
    person: style('person'),
    thought: style('thought'),
    added: style('added'),
    removed: style('removed'),
    addedSign: style('addedSign'),
    removedSign: style('removedSign'),
    addedWord: style('addedWord'),
    removedWord: style('removedWord'),
    selection: style('selection'),
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

function toCodes(look: Look, ink: Ink): readonly StyleCode[] {
  const colour = toForeground(look, ink.colours);
  const ground = look.ground === undefined || ink.colours < 8 ? undefined : `48;${toColour(look.ground, ink.colours)}`;
  return [
    ...(colour === undefined ? [] : [{ open: colour, close: 39 }]),
    ...(ground === undefined ? [] : [{ open: ground, close: 49 }]),
    ...(ink.hasAttributes ? toAttributes(look, ink.colours) : []),
  ];
}

function toAttributes(look: Look, colours: Theme['colours']): readonly StyleCode[] {
  return [
    ...(look.isBold === true ? [{ open: '1', close: 22 }] : []),
    ...(look.isFaintOf16 === true && colours === 4 ? [{ open: '2', close: 22 }] : []),
    ...(look.isItalic === true && colours > 0 ? [{ open: '3', close: 23 }] : []),
    ...(look.isUnderlined === true ? [{ open: '4', close: 24 }] : []),
    ...(look.isInverseOf16 === true && colours < 8 ? [{ open: '7', close: 27 }] : []),
    ...(look.isStruck === true && colours > 0 ? [{ open: '9', close: 29 }] : []),
  ];
}

function toForeground({ tone, basic }: Look, colours: Theme['colours']): string | undefined {
  if (colours === 0) return undefined;
  if (colours === 4) return basic === undefined ? undefined : String(basic < 8 ? 30 + basic : 82 + basic);
  return tone === undefined ? undefined : `38;${toColour(tone, colours)}`;
}

function toColour({ rgb, number }: Tone, colours: Theme['colours']): string {
  if (colours === 8) return `5;${number}`;
  const value = Number.parseInt(rgb.slice(1), 16);
  return `2;${value >> 16};${(value >> 8) & 0xff};${value & 0xff}`;
}
