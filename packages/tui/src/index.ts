export type { CommandActions, SlashCommand } from './host/slash-command.ts';
export type { BackgroundTask, BackgroundTasks } from './host/background-tasks.ts';
export type { Connectable, Connecting } from './host/connecting.ts';
export type { FixedContext } from './host/fixed-context.ts';
export type { Picker, PickerRow } from './host/picker.ts';
export type {
  ExpandedMessage,
  ListedSession,
  OpenedTui,
  PathCompletions,
  Place,
  Preferences,
  SessionAsk,
  SessionChoice,
  SessionPreview,
  ShellOutcome,
  TerminalFacts,
  TuiAbilities,
  TuiHost,
} from './host/tui-host.ts';
export type { WatchedOwner } from './host/watched-owner.ts';
export { paintCount, paintRoundCost } from './paint/status/paint-cost.ts';
export type { StartRow } from './paint/status/paint-start.ts';
export { describeAge } from './texts/panel-texts.ts';
export { keyOwnerOf } from './prompt/key-owner.ts';
export { toScreenWords } from './texts/to-screen-words.ts';
export { runTui } from './screen/run-tui.tsx';
