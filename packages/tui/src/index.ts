export type { CommandActions, SlashCommand } from './host/slash-command.ts';
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
} from './host/tui-host.ts';
export { toScreenWords } from './texts/to-screen-words.ts';
export { runTui } from './screen/run-tui.tsx';
