import type { ErrorText } from '../texts/error-text.ts';
import { geminiOptionTexts, usageTexts } from '../texts/usage-texts.ts';

/** Options of Gemini CLI that Bowline does not have yet. */
export const optionsNotYet: readonly string[] = [
  '--allowed-mcp-server-names',
  '-e',
  '--extensions',
  '-l',
  '--list-extensions',
  '--acp',
  '-w',
  '--worktree',
  '--session-file',
];

/** Options of Gemini CLI that have another name or place in Bowline. */
export const optionsElsewhere: Readonly<Record<string, string>> = geminiOptionTexts;

/** Commands of Gemini CLI that Bowline does not have yet, with their subcommands. */
export const commandsNotYet: Readonly<Record<string, readonly string[]>> = {
  mcp: ['add', 'remove', 'list', 'enable', 'disable'],
  extensions: [
    ...['install', 'uninstall', 'list', 'update', 'enable', 'disable'],
    ...['link', 'new', 'validate', 'config'],
  ],
};

/** The error for an option that only Gemini CLI has; undefined for any other. */
export function describeGeminiOption(typed: string): ErrorText | undefined {
  if (optionsNotYet.includes(typed)) return usageTexts.geminiNotYet(typed);
  const instead = Object.hasOwn(optionsElsewhere, typed) ? optionsElsewhere[typed] : undefined;
  return instead === undefined ? undefined : usageTexts.geminiElsewhere(typed, instead);
}

/** The error for words that are a command of Gemini CLI alone; undefined for any other. */
export function describeGeminiCommand([name = '', verb]: readonly string[]): ErrorText | undefined {
  const verbs = Object.hasOwn(commandsNotYet, name) ? commandsNotYet[name] : undefined;
  const isMeant = verb === undefined || verb.startsWith('-') || verbs?.includes(verb) === true;
  return verbs !== undefined && isMeant ? usageTexts.geminiNotYet(name) : undefined;
}
