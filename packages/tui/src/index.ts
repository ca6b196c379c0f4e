export type { CommandActions, SlashCommand } from './commands/slash-command.ts';
export type {
  ExpandedMessage,
  ListedSession,
  OpenedTui,
  Place,
  Preferences,
  SessionAsk,
  SessionChoice,
  ShellOutcome,
  TerminalFacts,
  TuiAbilities,
  TuiHost,
} from './host.ts';
export { toScreenWords } from './paint/to-screen-words.ts';
export { runTui } from './screen/run-tui.tsx';
