import { count } from './count.ts';

/** The actions on a call, as the question offers them. */
export const actionLabels = {
  once: 'Allow once',
  session: 'Allow for this session',
  project: 'Allow in this project',
  always: 'Allow everywhere',
  edit: 'Edit before running',
  deny: 'Deny',
  reason: 'Deny with a reason',
} as const;

/** Shorter labels for little room. */
export const briefActionLabels = {
  once: 'once',
  session: 'session',
  project: 'project',
  always: 'everywhere',
  edit: 'edit',
  deny: 'deny',
  reason: 'reason',
} as const;

export const severityLabels = { danger: 'Danger: ', warning: 'Warning: ', info: 'Note: ' } as const;

/** How a marked part of a command is described where colors can't mark it. */
export const riskLabels = { danger: 'danger', warning: 'caution', network: 'network' } as const;

/** Everything that a question shows besides what it asks. */
export const questionTexts = {
  question: 'Question: ',
  needsAnswer: 'Needs your answer: ',
  more: (questions: number): string => ` (and ${questions} more)`,
  place: (at: number, all: number): string => `${at} of ${all}`,
  expired: 'expired',
  left: (time: string): string => `${time} left to answer`,
  askedBecause: (rule: string): string => `Asked because: ${rule}`,
  onceOnly: 'Dangerous calls can only be allowed once.',
  covers: (grant: string): string => `Covers: ${grant}`,
  scopeSession: 's: this session',
  scopes: (folder: string): string => `s: this session · pp: in ${folder}, saved · aa: in all trusted folders, saved`,
  twice: (letter: string): string => `${letter} twice`,
  selected: ' (selected)',
  again: (letter: string, label: string): string => `${letter} again: ${label}`,
  kept: (grant: string, place: string): string => ` (${grant}), ${place}, saved for later sessions`,
  inFolder: (folder: string): string => `in ${folder}`,
  inTrusted: 'in all trusted folders',
  otherKeyCancels: 'Any other key cancels.',
  reason: 'Reason:',
  secret: 'Secret:',
  secretFor: (service: string, host: string | null): string =>
    `For ${service}${host === null ? '' : ` (${host})`}. Not written to the session log.`,
  rows: (first: number, last: number, all: number): string => `rows ${first}–${last} of ${all}`,
  scrollKeys: (isWhole: boolean): string => ` · j k PageUp PageDown · w ${isWhole ? 'collapse' : 'show all'}`,
  moreRows: (rows: number): string => `… ${count(rows, 'more row', 'more rows')}. Press w to show all`,
  moreCharacters: (characters: number): string => `… ${count(characters, 'more character', 'more characters')}`,
  pressTwice: (letter: string): string => `Press ${letter} twice to choose this`,
  typeFirst: 'Type an answer first, or press Ctrl-N to decline',
  emptyEdit: 'Nothing left to run. Deny the call instead.',
  invalidEdit: 'Not a valid JSON object. The call is unchanged.',
  command: 'Command: ',
  program: 'Program: ',
  workingDirectory: (folder: string): string => `in ${folder}`,
  check: (parts: readonly string[]): string => `Check: ${parts.join('; ')}`,
  programs: (programs: number): string => `Runs ${count(programs, 'program')}`,
  connectsTo: 'Connects to',
  moreHosts: (hosts: number): string => ` and ${hosts} more`,
} as const;

/** The keys below a question, the most important first. */
export const questionKeys = {
  answered: 'Answered',
  tab: 'Tab: answer',
  enter: (label: string): string => `Enter: ${label}`,
  enterAnswers: 'Enter: answer',
  paste: 'Paste the key, or press Tab to type it',
  later: 'Esc: decide later',
  collapse: 'Esc: collapse',
  draft: 'Tab: your message',
  next: '←→ other questions',
  reason: ['Enter: deny with this reason', 'Esc: back', 'Tab: your message'],
  again: (letter: string): readonly string[] => [`Press ${letter} again`, 'any other key cancels'],
  confirmation: '↑↓ and Enter, or press a letter',
  choice: '↑↓ and Enter, or press a number',
  choices: 'Space: select, Enter: answer',
  decline: 'd: decline',
  declineField: 'Ctrl-N: decline',
  newLine: 'Alt-Enter: new line',
  tabHint: ' · Tab: answer',
} as const;
