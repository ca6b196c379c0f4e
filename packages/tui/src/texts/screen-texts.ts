import type { EndReason } from '@bowline/protocol';
import { count } from './count.ts';

/** The prompt, the footer and messages of the screen. */
export const screenTexts = {
  tip: 'Type a request. @ adds a file, / opens commands, ! runs a shell command, ? shows keys.',
  placeholder: 'What would you like to do?',
  placeholderBusy: 'Add a message (sent at the next step)',
  quitAgain: 'Press Ctrl-C again to quit',
  noApprovals: 'No approvals or questions are pending.',
  shellRunning: 'A command is already running. Press Esc to stop it.',
  resumesTurn: 'The last turn was interrupted. Resuming it.',
  notOpen: 'The session is not open yet',
  notOpenHint: 'Wait until the session is open, then try again.',
  noSuchSession: (id: string): string => `No session that can be resumed starts with ${id}`,
  chooseSession: 'Use /resume without an ID to choose one.',
  rewound: (message: string): string =>
    `Rewound to before "${message}". Files are not restored. Your message is in the prompt; \`/rewind undo\` reverts this.`,
  turnDone: 'The turn is done.',
  turnEnded: (reason: EndReason): string => `The turn ended: ${reason.replaceAll('_', ' ')}.`,
  skipped: (parts: number): string => `${count(parts, 'earlier item')} not shown`,
  waiting: (text: string): string => `> ${text} (waiting for the session)`,
  rowsAbove: (rows: number): string => `… ${count(rows, 'row')} above`,
  unknownCommand: (name: string, nearest: readonly string[]): string => {
    const names = nearest.map((each) => `\`/${each}\``).join(', ');
    return `Unknown command \`${name}\`. ${names === '' ? '`/help` lists all commands.' : `Did you mean ${names}?`}`;
  },
  busyCommand: (name: string): string =>
    `\`/${name}\` isn't available while the agent is working. Press Esc to stop it.`,
  vimMode: (mode: string): string => `-- ${mode} --`,
} as const;

/** The hints below the prompt. */
export const hintTexts = {
  opening: 'Opening the session. You can start typing.',
  failed: ['No session. Send a message to retry', '/clear new session', '/quit quit'],
  panel: 'Esc close',
  stop: 'Esc stop',
  steer: 'Enter adds a message at the next step',
  commands: '/ commands',
  mode: 'Shift-Tab mode',
  expand: 'Ctrl-O expand',
  collapse: 'Ctrl-O collapse',
  search: 'Ctrl-P search',
  answer: 'Tab answer',
  interruptEsc: 'Esc interrupt',
  interrupt: 'Ctrl-C interrupt',
  quit: 'Ctrl-C twice to quit',
  queued: (messages: number): string => `${count(messages, 'message')} queued`,
} as const;

/** The facts in the header and the footer. */
export const statusTexts = {
  noSandbox: 'no sandbox',
  sandbox: 'sandbox',
  mode: (mode: string): string => `mode ${mode}`,
  model: (model: string): string => `model ${model}`,
  cost: (cost: string): string => `cost ${cost}`,
  context: (share: string): string => `context ${share} used`,
  header: (version: string, folder: string, branch: string | null): string =>
    `Bowline ${version}, folder ${folder}${branch === null ? '' : `, branch ${branch}`}`,
} as const;

/** What the agent waits for: approvals of calls, and other questions. */
export interface PendingCounts {
  readonly approvals: number;
  readonly questions: number;
}

/** `1 approval pending`, `2 questions pending`; both kinds together are `3 pending`. */
export function describePending({ approvals, questions }: PendingCounts): string {
  if (questions === 0) return `${count(approvals, 'approval')} pending`;
  if (approvals === 0) return `${count(questions, 'question')} pending`;
  return `${approvals + questions} pending`;
}
