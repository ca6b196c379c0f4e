/** Summaries of the built-in commands, as help and completion show them. */
export const commandSummaries = {
  help: 'Shows commands and keys',
  approvals: 'Shows pending approvals and questions',
  tasks: 'Lists, shows and stops background commands',
  stats: 'Shows token use, tool calls and cost of this session',
  resume: 'Opens another session',
  fork: 'Continues in a copy of this session',
  rename: 'Gives this session a title',
  rewind: 'Goes back to before one of your messages; `/rewind undo` reverts it',
  undo: 'Changes back the files of the last turn; asks first',
  redo: 'Brings back what `/undo` changed',
  retry: 'Sends the last request again',
  compress: 'Replaces older messages with a summary',
  clear: 'Clears the screen and starts a new session',
  mode: 'Shows or sets the approval mode',
  plan: 'Switches to plan mode, and sends a request if you give one',
  theme: 'Chooses the colors',
  vim: 'Turns vim keys on or off',
  editor: 'Opens your message in your editor',
  copy: 'Copies the last answer',
  quit: 'Quits; the session is saved',
} as const;

/** The parameters of commands. */
export const commandParameters = {
  resume: '[session]',
  rename: '[title]',
  rewind: '[undo | files]',
  compress: '[what to keep | undo]',
  plan: '[request]',
  theme: '[name]',
} as const;

/** What the built-in commands print. */
export const commandTexts = {
  noSession: 'No session to fork yet.',
  nothingToRename: 'No session to rename yet.',
  rewindUsage: 'Use `/rewind` to choose a message, then `/rewind files` to restore files too, or `/rewind undo`.',
  unknownMode: (word: string, modes: string): string => `Unknown mode \`${word}\`.\n\n${modes}`,
  unknownTheme: (name: string, themes: readonly string[]): string =>
    `Unknown theme \`${name}\`. Available: ${themes.join(', ')}.`,
  vimOn: 'Vim keys are on.',
  vimOff: 'Vim keys are off.',
  noAnswer: 'No answer to copy yet.',
  copied: (length: number): string =>
    `Copied the last answer (${length === 1 ? '1 character' : `${length.toLocaleString('en-US')} characters`}).`,
} as const;

/** A key and what it does, as the help shows it. */
export interface HelpKey {
  readonly key: string;
  readonly does: string;
}

/** The keys of the screen. */
export const helpKeys: readonly HelpKey[] = [
  { key: 'Enter', does: 'sends your message; while the agent is working, adds it at the next step' },
  { key: 'Alt-Enter, Ctrl-J', does: 'inserts a new line' },
  { key: 'Esc', does: 'closes a list, defers a question, or interrupts the agent; keeps what you typed' },
  { key: 'Esc Esc', does: 'goes back to before one of your messages' },
  { key: 'Ctrl-C', does: 'clears the prompt or interrupts the agent; press twice to quit' },
  { key: 'Tab', does: 'completes a word, or moves between your message and a question' },
  { key: '↑ ↓ Enter', does: 'choose an answer to a question while the prompt is empty' },
  { key: 'y s pp aa', does: 'after Tab: allow once, for this session, in this project, everywhere' },
  { key: 'n r e w', does: 'after Tab: deny, deny with a reason, edit first, show everything' },
  { key: '1-9, ← →', does: 'after Tab: choose an answer; go to the previous or next question' },
  { key: 'Shift-Tab', does: 'changes the approval mode' },
  { key: 'Ctrl-P', does: 'searches commands, modes and sessions' },
  { key: 'Ctrl-O', does: 'shows everything of the last turn, or a pasted text' },
  { key: 'Ctrl-T', does: 'shows the steps of the agent' },
  { key: 'Ctrl-R', does: 'searches your message history' },
  { key: 'Ctrl-G', does: 'opens your message in your editor' },
  { key: 'Ctrl-V', does: 'pastes an image from the clipboard' },
  { key: 'Ctrl-Z', does: 'suspends Bowline; `fg` in the shell continues it' },
  { key: '?', does: 'shows this help while the prompt is empty' },
  { key: '@', does: 'adds a file' },
  { key: '!', does: 'runs a shell command' },
  { key: '/', does: 'runs one of the commands below' },
];

/** Headings and notes of the help. */
export const helpTexts = {
  keys: 'Keys',
  commands: 'Commands',
  aliases: (names: readonly string[]): string => ` (also ${names.map((name) => `/${name}`).join(', ')})`,
} as const;
