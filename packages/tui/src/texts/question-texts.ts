import { count } from './count.ts';

/** The actions on a call, as the question offers them. */
export const actionLabels = {
  once: 'Allow once',
  session: 'Allow for this session',
  project: 'Allow in this project',
  always: 'Allow everywhere',
  deny: 'Deny',
  reason: 'Deny with a reason',
  preview: 'Preview what it changes',
  apply: 'Apply these changes',
  overwrite: 'Apply over your changes',
  real: 'Run it for real instead',
} as const;

/** The actions on pending changes. */
export const pendingLabels = {
  deny: 'Discard these changes',
  reason: 'Discard, with a reason',
  preview: 'Look at them again',
} as const;

/** The actions on a plan. */
export const planLabels = {
  once: 'Yes, ask before each edit',
  deny: 'Keep planning',
  reason: 'Keep planning, with feedback',
  edit: 'Edit the plan in $EDITOR',
  whole: 'Show it as written',
} as const;

/** What `e` and `w` do, by what is asked about. */
export const editLabels = {
  command: 'Edit the command first',
  diff: 'Edit the change first',
  other: 'Edit the arguments',
} as const;
export const wholeLabels = { diff: 'Show the whole file', other: 'Show everything' } as const;

/** Notes beside the actions, in a wide window. */
export const actionNotes = {
  session: 'until this session ends',
  project: (folder: string): string => `in ${folder}, saved`,
  always: 'in every project, saved',
  reason: 'the model reads it',
  preview: 'runs in a copy',
} as const;

/** Shorter labels for little room. */
export const briefActionLabels = {
  once: 'once',
  session: 'session',
  project: 'project',
  always: 'always',
  edit: 'edit',
  deny: 'deny',
  reason: 'reason',
  whole: 'whole',
  preview: 'preview',
  apply: 'apply',
  overwrite: 'overwrite',
  real: 'run for real',
} as const;

export const severityLabels = { danger: 'Danger: ', warning: 'Warning: ', info: 'Note: ' } as const;

/** How a marked part of a command is described where colors can't mark it. */
export const riskLabels = { danger: 'danger', warning: 'caution', network: 'network' } as const;

/** What a safety check found, in the list of approvals. */
export const checkWords: Readonly<Record<string, string>> = {
  outside_workspace: 'outside this project',
  symlink_escape: 'outside this project',
  destructive_command: 'deletes or overwrites',
  command_hazard: 'risky',
  data_leaves: 'sends data',
  unclear_command: 'cannot be checked',
  sandbox: 'outside the sandbox',
  secret: 'keys',
  startup: 'runs at startup',
  agent_config: 'agent configuration',
};

/** Several approvals at once. */
export const overviewTexts = {
  next: ['Tab next · Enter open', 'Enter open'],
  allow: 'Allow this one',
  edits: 'Allow all edits',
  deny: 'Deny this one',
  newFile: (lines: number): string => `new, ${count(lines, 'line')}`,
  network: 'network',
  question: 'question',
  again: (edits: number): string => `e again  Allow ${edits === 1 ? 'the edit' : `all ${edits} edits`}, once each`,
  againKeys: ['Press e again', 'Esc cancel'],
  alone: '✖ is always answered by itself',
  earlier: (rows: number): string => `${rows} above`,
  later: (rows: number): string => `${rows} below`,
} as const;

/** What a dangerous change is called, by its tool. */
export const changeKinds = { replace: 'edit', write_file: 'write', other: 'change' } as const;

/** Everything that a question shows besides what it asks. */
export const questionTexts = {
  question: 'Question',
  run: 'Run this command',
  runCommand: 'Run this command?',
  plan: 'Carry out this plan?',
  change: (verb: string, path: string): string => `${verb} ${path}?`,
  dangerous: (isCommand: boolean): string => (isCommand ? 'Dangerous command' : 'Dangerous call'),
  dangerousChange: (kind: keyof typeof changeKinds, path?: string): string =>
    `Dangerous ${changeKinds[kind]}${path === undefined ? '' : `: ${path}`}`,
  thisFile: 'this file',
  defaultDeny: 'default: deny',
  place: (at: number, all: number): string => `${at} of ${all}`,
  expired: 'expired',
  resetsIn: (time: string): string => `resets in ${time}`,
  left: (time: string): string => `${time} left to answer`,
  onceOnly: (isCommand: boolean): string => `Dangerous ${isCommand ? 'commands' : 'calls'} can be allowed once only.`,
  onceOnlyBriefly: 'Can be allowed once only.',
  sandboxIsOff: 'Sandbox is off.',
  covers: 'Covers',
  why: 'Why',
  coversBriefly: (keys: string, grant: string): string => `${keys}: ${grant}`,
  again: (letter: string, label: string): string => `${letter} again  ${label}`,
  kept: (grant: string, isEverywhere: boolean): string => {
    const inProject = / in (?:the|this) project$/;
    const place = !isEverywhere ? 'in this project' : inProject.test(grant) ? 'in any project' : 'everywhere';
    return `Allow ${grant.replace(inProject, '')} ${place}, also in later sessions`;
  },
  otherKeyCancels: 'any other key cancels',
  savedFor: (place: string): string => `saved in your own policies, for ${place} only`,
  savedForAll: 'saved in your own policies, for all trusted folders',
  reason: 'Reason:',
  secret: 'Secret:',
  secretFor: (service: string, host: string | null): string =>
    `For ${service}${host === null ? '' : ` (${host})`}. Not written to the session log.`,
  rows: (first: number, last: number, all: number): string => `rows ${first}–${last} of ${all}`,
  scrollKeys: (hasWhole: boolean, isWhole: boolean): string =>
    ` · j k PageUp PageDown${hasWhole ? ` · w ${isWhole ? 'collapse' : 'show all'}` : ''}`,
  moreRows: (rows: number, hasWhole: boolean): string =>
    `… ${count(rows, 'more row', 'more rows')}${hasWhole ? '. Press w to show all' : ''}`,
  moreCharacters: (characters: number): string => `… ${count(characters, 'more character', 'more characters')}`,
  tooSmall: ['Make the window larger to answer', 'Enlarge the window'],
  pressTwice: (letter: string): string => `Press ${letter} twice to choose this`,
  waitUntil: (text: string, time: string): string => `${text} at ${time}`.trim(),
  onDay: (time: string, day: string): string => `${time} on ${day}`,
  ownAnswer: 'Type your own answer',
  typeOwnFirst: 'Type an answer first, or press Esc to go back to the options',
  typeFirst: 'Type an answer first, or press Ctrl-N to decline',
  emptyEdit: 'Nothing left to run. Deny the call instead.',
  invalidEdit: 'Not a valid JSON object. The call is unchanged.',
  command: 'Command: ',
  program: 'Program: ',
  workingDirectory: (folder: string): string => `in ${folder}`,
  withoutSandbox: (folder: string): string => `in ${folder} · sandbox off`,
  check: (parts: readonly string[]): string => `Check: ${parts.join('; ')}`,
  connectsTo: 'Connects to',
  moreHosts: (hosts: number): string => ` and ${hosts} more`,
} as const;

/** The keys below a question, the most important first. */
export const questionKeys = {
  heads: {
    confirmation: 'Needs approval',
    choice: 'Question',
    text: 'Question',
    credential: 'Needs a key',
  },
  plan: 'Plan ready',
  answered: 'Answered',
  tab: 'Tab to answer',
  choose: '↑↓ Enter or a letter',
  chooseBriefly: 'Enter or a letter',
  choices: 'Space selects · Enter answers',
  enterAnswers: 'Enter answers',
  paste: ['Paste the key, or Tab to type it', 'Esc later'],
  later: 'Esc later',
  tooSmall: ['n deny', 'Esc later'],
  collapse: 'Esc back',
  draft: 'Tab to the draft',
  next: '←→ other questions',
  own: ['Enter answers', 'Esc back to the options', 'Tab to the draft'],
  reason: ['Enter denies with this reason', 'Esc back', 'Tab to the draft'],
  again: (letter: string): readonly string[] => [`Press ${letter} again`, 'Esc cancel'],
  againToSave: (letter: string): readonly string[] => [`Press ${letter} again to save`, 'Esc cancel'],
  decline: 'd declines',
  declineField: 'Ctrl-N declines',
  newLine: 'Alt-Enter new line',
  tabHint: 'Tab',
} as const;
