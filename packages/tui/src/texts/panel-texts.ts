import { count } from './count.ts';

/** Titles, hints and notes of panels and lists. */
export const panelTexts = {
  help: 'Help',
  pasted: 'Pasted text',
  more: (lines: number): string => `… ${lines.toLocaleString('en-US')} more lines`,
  stats: 'Statistics',
  close: 'Esc close',
  endSearch: 'Esc clear search',
  scroll: '↑↓ PageUp PageDown scroll · Esc close',
  rows: (first: number, last: number, all: number): string => `rows ${first}–${last} of ${all}`,
  count: (found: number, all: number): string => `${found} of ${all}`,
  readFailed: (reason: string): string => `Can't read this: ${reason}`,
} as const;

/** Completions while typing, by what they complete. */
export const menuTexts = {
  titles: { command: 'Commands', path: 'Files', word: 'Values' },
  keys: {
    command: '↑↓ choose · Tab insert · Enter run · Esc close',
    path: 'Tab insert · → into folder · :10-40 adds lines only · Esc close',
    word: '↑↓ choose · Tab insert · Esc close',
  },
} as const;

export const paletteTexts = {
  title: 'Go to',
  empty: 'No matches.',
  hint: 'Type to search · Enter select · Esc close',
  mode: 'mode',
  session: (age: string): string => `session · ${age}`,
} as const;

export const sessionTexts = {
  title: 'Sessions',
  loading: 'Loading sessions…',
  empty: 'No matching sessions.',
  hints: {
    wide: 'Type to search · Enter open · Ctrl-F fork · Ctrl-E rename · Ctrl-X delete · Esc close',
    normal: 'Type to search · Enter open · Ctrl-F fork · Esc close',
    narrow: 'Enter open',
  },
  renameHint: 'Enter save · Esc cancel · no title: first message',
  scope: (isHere: boolean): string => `Tab: ${isHere ? 'this folder' : 'all folders'}`,
  deleteAgain: (title: string): string => `Press Ctrl-X again to delete "${title}"`,
  isOpenHere: "The open session can't be deleted. Open another one first",
  columns: { title: 'title', folder: 'folder', age: 'age', cost: 'cost' },
  last: (message: string): string => `last: "${message}"`,
  pending: (questions: number): string => `${count(questions, 'approval')} pending`,
  asks: (what: string): string => `needs approval: ${what}`,
  open: 'open',
  messages: (messages: number): string => count(messages, 'message'),
  untitled: '(no messages)',
  unreadable: "(can't read this session)",
} as const;

export const rewindTexts = {
  title: 'Rewind to before…',
  loading: 'Reading the session…',
  empty: 'No messages yet.',
  hint: 'Enter rewind · k fork instead · / search · Esc close',
  hintWithFiles: 'Enter rewind · ←→ what · k fork instead · Esc close',
  count: (messages: number): string => count(messages, 'message'),
  noText: '(no text)',
  calls: (calls: number): string => count(calls, 'call'),
  queued: 'sent during the turn',
} as const;

/** The panel of the first start. */
export const connectTexts = {
  title: 'Connect a model',
  skip: 'Esc skip',
  intro: 'Paste an API key or pick a provider. Keys are stored in a file only you can read, never in the session log.',
  introBriefly: 'Keys are stored in a file only you can read.',
  key: 'Key',
  orSet: (variable: string): string => `or set ${variable} and restart`,
  noKey: 'not needed',
  testing: 'testing it…',
  pasteFirst: (provider: string): string => `Paste a key for ${provider}, or press Esc to skip`,
  keys: '↑↓ choose · paste a key · Enter save',
} as const;

export const pickerTexts = {
  empty: 'No matches.',
  scope: (scope: string): string => `Tab: ${scope}`,
  again: 'Enter again to choose this · Esc close',
} as const;

export const modeTexts = {
  title: 'Mode',
  right: 'Shift-Tab cycles the first three',
  hint: 'Enter use · Esc close',
  twice: ' · Enter twice',
} as const;

export const contextTexts = {
  title: 'Context',
  loading: 'Measuring…',
  close: 'Esc close',
  instruction: 'System and tools',
  memory: (files: number): string => (files === 1 ? 'Context file' : `Context files (${files})`),
  messages: 'Messages',
  files: 'Files read',
  commands: 'Command output',
  results: 'Other results',
  free: 'Free',
  total: (used: string, window: string, share: string): string => `${used} of ${window} tokens · ${share}`,
  about: (share: number, largest: readonly string[]): string =>
    `Summary starts at ${share}%.${largest.length === 0 ? '' : ` Largest: ${largest.join(', ')}`}`,
  keys: 'c compress now · Esc close',
} as const;

export const taskTexts = {
  title: 'Background tasks',
  counts: (running: number, done: number): string => `${running} running · ${done} done`,
  loading: 'Reading…',
  none: 'No background tasks.',
  running: 'running',
  ended: 'ended',
  exit: (code: number): string => `exit ${code}`,
  output: 'output',
  noOutput: 'No output yet.',
  hint: 'Enter output · s stop · Esc close',
} as const;

export const quitTexts = {
  title: (tasks: number): string => `Quit? ${count(tasks, 'background task')} ${tasks === 1 ? 'is' : 'are'} running`,
  options: [
    { key: 'k', label: 'Keep them running and quit', note: 'resume this session to stop them' },
    { key: 's', label: 'Stop them and quit', note: '' },
    { key: 'Esc', label: 'Stay', note: '' },
  ],
  quits: 'Enter quit · the session is saved',
  stays: 'Enter stay · the session is saved',
  task: (command: string): string => `Running: ${command}`,
} as const;

export const stepsTexts = {
  title: 'Steps',
  done: (done: number, all: number): string => `${done} of ${all} done`,
  none: 'The agent has made no list of steps.',
  hide: 'Ctrl-T hide',
  keys: 'Esc close',
} as const;

export const turnTexts = {
  title: 'This turn',
  thought: 'Thought',
  said: 'Said',
  loading: 'Reading the turn…',
  none: 'No turn yet.',
  nothingYet: 'No answer yet.',
  entries: (entries: number): string => `${count(entries, 'entry', 'entries')} · ↑↓ · Enter fold · Esc close`,
  brief: 'Esc close',
  keys: 'c copy · o open in $PAGER · / search',
  spokenKeys: '↑↓ choose · Enter open or fold · c copy · o open in $PAGER · / search · Esc close',
} as const;

export const themeTexts = {
  title: 'Theme',
  current: 'current',
  sameAs: (name: string, shown: string): string => (name === shown ? '' : `same as ${shown}`),
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
  turns: (turns: number, time: string): string => `in ${count(turns, 'turn')} · ${time}`,
  perTurn: 'per turn',
  noModels: 'No requests yet.',
  noTools: 'No calls yet.',
  unknown: 'unknown',
  modelColumns: ['model', 'requests', 'input', 'cached', 'output', 'cost'],
  toolColumns: ['tool', 'calls', 'failed', 'time'],
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

/** The same for a column: `2 h`, `6 d`. */
export function describeBriefAge(at: string, now: number): string {
  const age = now - Date.parse(at);
  if (Number.isNaN(age)) return '';
  if (age < HOUR) return `${Math.max(0, Math.floor(age / MINUTE))} min`;
  if (age < DAY) return `${Math.floor(age / HOUR)} h`;
  const days = Math.floor(age / DAY);
  return days < 31 ? `${days} d` : at.slice(0, 10);
}
