import { listGeminiThemes, type CustomThemes } from './gemini-themes.ts';
import { themeNames } from './themes.ts';

/** The names of all themes that the user can choose: those of Bowline, the custom ones, and those of Gemini CLI. */
export function listThemes(custom?: CustomThemes): readonly string[] {
  return [...new Set([...themeNames, ...listGeminiThemes(custom)])];
}

/** The listed theme that a typed name means. Case counts only where two names differ by nothing else. */
export function findTheme(typed: string, names: readonly string[]): string | undefined {
  const lower = typed.toLowerCase();
  return names.find((name) => name === typed) ?? names.find((name) => name.toLowerCase() === lower);
}
