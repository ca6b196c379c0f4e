/** Sentences for a screen reader that have no counterpart on the drawn screen. */
export const spokenTexts = {
  chosen: (words: string): string => `Chosen: ${words}.`,
  approval: (place: string, asked: string): string => `Approval${place}: ${asked}`,
  danger: (place: string, asked: string): string => `Danger. Approval${place}: ${asked}`,
  question: (place: string, asked: string): string => `Question${place}: ${asked}`,
  place: (at: number, all: number): string => ` ${at} of ${all}`,
  runCommand: 'run this command?',
  inFolder: 'In ',
  covers: (grant: string): string => `Covers: ${grant}`,
  why: (rule: string): string => `Why: ${rule}`,
  pressTab: 'Press Tab to answer.',
  overview: (hasEdits: boolean, hasFocus: boolean): string =>
    `${hasFocus ? 'Answering' : 'Press Tab to answer'}: Enter open, y allow this one,${hasEdits ? ' e twice allow all edits,' : ''} n deny this one.`,
  pasteKey: 'Paste the key, or press Tab to type it.',
  answer: (actions: readonly string[]): string => `Answer: ${actions.map((action) => `${action}.`).join(' ')}`,
  answering: (keys: string): string => `Answering: ${keys}.`,
  choose: 'Up and Down choose, Enter or a letter answers',
  isChosen: ' (chosen)',
  ticked: (isTicked: boolean): string => (isTicked ? ', selected' : ', not selected'),
  expires: (time: string): string => `Expires at ${time}.`,
  answerLabel: 'Answer:',
  searchLabel: 'Search:',
  row: (at: number, all: number, words: string): string => `${at} of ${all}: ${words}`,
  line: (label: string, at: number, all: number): string => `${label.replace(/:$/, '')}, line ${at} of ${all}:`,
  interrupt: 'Press Escape to interrupt.',
  retry: 'Press Enter to try now, Escape to stop.',
  instant: 'less than 1 second',
  elapsed: (words: string, time: string): string => `${words}, ${time}.`,
  indented: (text: string, spaces: number): string => `${text} (indented by ${spaces})`,
  context: (percent: number): string => `Context ${percent} percent.`,
  vim: (mode: string): string => `Vim: ${mode} mode.`,
} as const;

/** The actions of an approval, after their keys. */
export const spokenActions = {
  once: 'allow once',
  session: 'this session',
  project: 'this project',
  always: 'everywhere',
  edit: 'edit',
  deny: 'deny',
  reason: 'deny with a reason',
} as const;
