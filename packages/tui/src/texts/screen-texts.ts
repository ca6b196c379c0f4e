import type { EndReason } from '@bowline/protocol';
import { count } from './count.ts';

/** The prompt, the footer and messages of the screen. */
export const screenTexts = {
  tip: 'Type a request. @ adds a file, / opens commands, ! runs a shell command, ? shows keys.',
  placeholder: ['Type a request. @ adds a file, / opens commands, ? shows keys', 'Type a request'],
  placeholderBusy: ['Add a message (sent at the next step)', 'Add a message'],
  placeholderConnecting: ['Tab to write a request; it is sent once a model is connected', 'Type a request'],
  placeholderUnconnected: ['Type a request; it is sent once a model is connected', 'Type a request'],
  copied: 'Copied',
  quitAgain: 'Press Ctrl-C again to quit',
  noApprovals: 'No approvals or questions are pending.',
  shellRunning: 'A command is already running. Press Esc to stop it.',
  resumesTurn: 'The last turn was interrupted. Resuming it.',
  notOpen: 'The session is not open yet',
  notOpenHint: 'Wait until the session is open, then try again.',
  noSuchSession: (id: string): string => `No session that can be resumed starts with ${id}`,
  chooseSession: 'Use /resume without an ID to choose one.',
  turnDone: 'The turn is done.',
  turnEnded: (reason: EndReason): string => `The turn ended: ${reason.replaceAll('_', ' ')}.`,
  skipped: (parts: number): string => `${count(parts, 'earlier item')} not shown`,
  waiting: (text: string): string => `❯ ${text} (not sent yet)`,
  rowsAbove: (rows: number): string => `… ${count(rows, 'row')} above`,
  unknownCommand: (name: string, nearest: readonly string[]): string => {
    const names = nearest.map((each) => `\`/${each}\``).join(', ');
    return `Unknown command \`${name}\`. ${names === '' ? '`/help` lists all commands.' : `Did you mean ${names}?`}`;
  },
  busyCommand: (name: string): string =>
    `\`/${name}\` isn't available while the agent is working. Press Esc to stop it.`,
  vimMode: (mode: string): string => `-- ${mode} --`,
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
