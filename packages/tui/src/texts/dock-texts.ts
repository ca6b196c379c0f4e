import type { ApprovalMode } from '@bowline/protocol';
import { count } from './count.ts';

/** The modes in the bottom rule, and a few words about those that do not ask. */
export const modeWords: Readonly<Record<ApprovalMode, readonly string[]>> = {
  default: ['default'],
  auto_edit: ['auto_edit · edits without asking', 'auto_edit'],
  plan: ['plan · changes nothing', 'plan'],
  preview: ['preview · changes a copy', 'preview'],
  yolo: ['yolo · runs everything no rule forbids', 'yolo · asks rarely', 'yolo'],
};

/** What the rules and the last row of the dock say. */
export const dockTexts = {
  noModel: 'no model',
  vim: (mode: string): string => mode.toUpperCase(),
  interrupt: ['Esc to interrupt', 'Esc'],
  opening: 'Opening the session',
  failed: ['No session · send a message to try again · /clear starts a new one', 'No session'],
  working: 'Working',
  thinking: 'Thinking',
  answering: 'Answering',
  running: (verb: string, target: string): string => `${verb} ${target}`.trim(),
  tokens: (tokens: string): string => `${tokens} tokens`,
  step: (at: number, all: number, text: string): string => `step ${at} of ${all}: ${text}`,
  silent: (time: string): string => `no data for ${time}`,
  left: (time: string): string => `${time} left`,
  queued: (messages: number): string => `${count(messages, 'message')} queued`,
  retrying: (time: string, place: string): string => `Retrying in ${time}${place}`,
  attempt: (at: number, all: number): string => ` (${at} of ${all})`,
  waiting: (time: string): string => `Waiting ${time}`,
  tryNow: ['Enter try now · Esc stop', 'Enter now · Esc', 'Esc'],
  later: (pending: string): readonly string[] => [`${pending} · Tab`],
  tasks: (tasks: number): string => count(tasks, 'background task'),
  sandboxOn: 'sandbox on',
  sandboxOff: 'sandbox off',
  hints: [
    'Shift-Tab mode · / commands · Ctrl-P search · ? keys',
    'Shift-Tab mode · / commands · ? keys',
    '/ commands · ? keys',
    '? keys',
  ],
  busyHints: ['Ctrl-T steps · ? keys', '? keys'],
} as const;

/** The present activity by tool verb: `Running npm test`. */
export const activeVerbs: Readonly<Record<string, string>> = {
  Read: 'Reading',
  Write: 'Writing',
  Edit: 'Editing',
  List: 'Listing',
  Find: 'Finding',
  Search: 'Searching',
  Run: 'Running',
  Fetch: 'Fetching',
  Ask: 'Asking',
};
