import { describe, expect, it, test } from 'vitest';
import { createTheme } from './create-theme.ts';
import { findTheme, listThemes } from './list-themes.ts';

const custom = { Mine: { text: { accent: '#550055' } }, dark: {}, Wrong: 'blue' };

describe('listThemes', () => {
  it('lists the themes of Bowline, the custom ones and those of Gemini CLI, each once', () => {
    const names = listThemes(custom);
    expect(names.slice(0, 9)).toEqual([
      ...['auto', 'dark', 'light', 'dark-contrast', 'light-contrast', 'ansi', 'plain'],
      ...['Mine', 'ANSI'],
    ]);
    expect(names).toContain('Dracula');
    expect(names).not.toContain('Wrong');
    expect(new Set(names).size).toBe(names.length);
  });

  it('lists only themes that can be shown', () => {
    const shown = listThemes(custom).filter((name) => createTheme(name, { colours: 24, custom }).name === 'auto');
    expect(shown).toEqual(['auto']);
  });
});

test.each([
  ['Mine', 'Mine'],
  ['mine', 'Mine'],
  ['github light', 'GitHub Light'],
  ['ansi', 'ansi'],
  ['ANSI', 'ANSI'],
  ['none', undefined],
  ['', undefined],
])('%j means the theme %j', (typed, name) => {
  expect(findTheme(typed, listThemes(custom))).toBe(name);
});
