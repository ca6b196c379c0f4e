import { count } from './count.ts';

/** Titles, hints and notes of panels and lists. */
export const panelTexts = {
  help: 'Help',
  stats: 'Statistics',
  close: 'Esc close',
  scroll: '↑↓ PageUp PageDown scroll · Esc close',
  rows: (first: number, last: number, all: number): string => `rows ${first}–${last} of ${all} · `,
  place: (at: number, all: number): string => `${at} of ${all} · `,
  selected: ' (selected)',
  searchLabel: (title: string): string => `${title}, search: `,
  readFailed: (reason: string): string => `Can't read this: ${reason}`,
} as const;

export const paletteTexts = {
  title: 'Go to',
  empty: 'No matches.',
  hint: 'Type to search · Enter select · Esc close',
  command: 'command',
  mode: 'mode',
  session: (age: string): string => `session · ${age}`,
} as const;

export const sessionTexts = {
  title: 'Sessions',
  loading: 'Loading sessions…',
  empty: 'No matching sessions.',
  hint: 'Type to search · Enter open · Ctrl-F fork · Esc close',
  pending: (questions: number): string => `${questions} pending`,
  open: 'open',
  messages: (messages: number): string => count(messages, 'message'),
  untitled: '(no messages)',
  unreadable: "(can't read this session)",
  preview: 'Preview:',
} as const;

export const rewindTexts = {
  title: 'Rewind to before',
  loading: 'Reading the session…',
  empty: 'No messages yet.',
  hint: 'Enter rewind · f fork from here · / search · Esc close',
  noText: '(no text)',
  calls: (calls: number): string => count(calls, 'call'),
  queued: (messages: number): string => `${messages} sent during the turn`,
} as const;

export const themeTexts = {
  title: 'Theme',
  current: 'current',
  empty: 'No themes.',
  hint: 'Enter select · Esc cancel',
} as const;

/** A sample of what a session shows, painted in the selected theme. */
export const themeSample = {
  person: '> Fix the parser',
  note: 'your message',
  heading: 'Cause',
  answer: ['The name was', 'never', 'trimmed'],
  comment: '// a comment',
  good: '✓ tests pass',
  warning: '▲ 1 warning',
  bad: '✖ 1 error',
  link: 'a link',
} as const;

export const statsTexts = {
  cost: (cost: string): string => `Cost: ${cost}`,
  time: (time: string): string => `Time: ${time}`,
  models: 'Models',
  noModels: 'No requests yet.',
  tools: 'Tools',
  noTools: 'No tool calls yet.',
  all: 'total',
  unknown: 'unknown',
  modelColumns: ['model', 'requests', 'input', 'cached', 'output', 'thoughts', 'cost'],
  toolColumns: ['tool', 'calls', 'failed', 'denied'],
} as const;

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

/** How long ago something happened; the date if it is older than a month. */
export function describeAge(at: string, now: number): string {
  const age = now - Date.parse(at);
  if (Number.isNaN(age)) return '';
  if (age < MINUTE) return 'just now';
  if (age < HOUR) return `${Math.floor(age / MINUTE)} min ago`;
  if (age < DAY) return `${Math.floor(age / HOUR)} h ago`;
  const days = Math.floor(age / DAY);
  if (days < 31) return days === 1 ? 'yesterday' : `${days} days ago`;
  return at.slice(0, 10);
}
