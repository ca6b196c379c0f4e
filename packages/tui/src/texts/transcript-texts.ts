import type { CallStatus, EndReason } from '@bowline/protocol';
import { count } from './count.ts';

/** The state of a call for screen readers, which get no icons. */
export const callStates: Readonly<Record<CallStatus, string>> = {
  requested: 'Requested',
  deciding: 'Requested',
  awaiting: 'Needs approval',
  running: 'Running',
  finished: 'Done',
  failed: 'Failed',
  denied: 'Denied',
  interrupted: 'Interrupted',
};

/** The actions of the built-in tools, as the transcript names their calls. */
export const toolVerbs = {
  read_file: 'Read',
  read_many_files: 'Read',
  write_file: 'Write',
  replace: 'Edit',
  list_directory: 'List',
  glob: 'Find',
  grep_search: 'Search',
  run_shell_command: 'Run',
  background_process: 'Background',
  write_to_process: 'Type',
  web_fetch: 'Fetch',
  google_web_search: 'Search the web',
  write_todos: 'Update to-dos',
  save_memory: 'Remember',
  ask_user: 'Ask',
  enter_plan_mode: 'Enter plan mode',
  exit_plan_mode: 'Propose a plan',
} as const;

export const callTexts = {
  needsApproval: 'needs approval',
  endedBy: (signal: string): string => `ended by ${signal}`,
  exitCode: (code: number): string => `exit code ${code}`,
  matches: (matches: number, files: number | null): string =>
    `${count(matches, 'match', 'matches')}${files === null ? '' : ` in ${count(files, 'file')}`}`,
  files: (files: number): string => count(files, 'file'),
  lines: (lines: number): string => count(lines, 'line'),
  pages: (pages: number): string => count(pages, 'page'),
  within: (pattern: string, folder: string): string => `${pattern} in ${folder}`,
  into: (input: string, process: string): string => `${input} into ${process}`,
} as const;

export const todoStates = { done: 'done: ', active: 'now: ', pending: 'to do: ', dropped: 'dropped: ' } as const;

/** How the user answered a question. */
export const answerTexts = {
  once: 'allowed',
  session: 'allowed for this session',
  project: (folder: string | null): string => `allowed in ${folder ?? 'this project'}`,
  always: 'allowed in all trusted folders',
  edited: 'edited, then allowed',
  denied: (reason: string): string => (reason === '' ? 'denied' : `denied: ${reason}`),
  empty: '(empty)',
  none: 'none',
  secret: 'entered',
  declined: 'declined',
  expired: 'expired without an answer',
} as const;

/** Why a turn or a subagent ended. */
export const endReasons: Readonly<Record<EndReason, string>> = {
  completed: 'done',
  failed: 'failed',
  aborted: 'stopped',
  refused: 'the model declined to answer',
  loop: 'stopped: the agent was repeating itself',
  max_steps: 'stopped: limit of model calls reached',
  max_tokens: 'stopped: token limit reached',
  max_cost: 'stopped: cost limit reached',
  max_time: 'stopped: time limit reached',
  max_output: "stopped: the answer hit the model's length limit",
};

export const endTexts = {
  stopped: 'stopped',
  /** The session keeps these messages, so they need not be sent again. */
  unanswered: (messages: number): string =>
    messages === 1
      ? "Your last message wasn't answered. The model will read it with your next one."
      : `Your last ${messages} messages weren't answered. The model will read them with your next one.`,
} as const;

/** Messages, notices and errors. */
export const newsTexts = {
  you: 'You: ',
  agent: 'Agent:',
  queued: 'sent while the agent was working',
  thinking: 'Thinking',
  thought: 'Thought',
  thoughts: (thoughts: number): string => ` (${count(thoughts, 'thought')})`,
  warning: 'Warning: ',
  error: 'Error: ',
  hint: 'Try: ',
  changed: 'Changed: ',
  title: (title: string): string => `title ${title}`,
  model: (model: string): string => `model ${model}`,
  mode: (mode: string): string => `mode ${mode}`,
  retried: (message: string, times: number, took: string): string =>
    `${message} (retried ${times === 1 ? 'once' : `${times} times`}, ${took})`,
  retracted: (reason: string): string => `Answer discarded: ${reason}`,
  rewound: 'Rewound. The messages after that point no longer count.',
  rewindUndone: 'Rewind reverted.',
  subagent: (name: string | null): string => (name === null ? 'Subagent' : `Subagent ${name}`),
  calls: (calls: number): string => count(calls, 'call'),
  failed: (calls: number): string => `${calls} failed`,
} as const;

/** The current activity. */
export const liveTexts = {
  working: 'working',
  retry: (times: number, message: string): string => `retry ${times} · ${message}`,
  left: (time: string): string => `${time} left`,
  todos: (done: number, all: number, hidden: number): string =>
    `${done} of ${all} done${hidden === 0 ? '' : `, ${hidden} not shown`}`,
  queued: (messages: number): string => `${count(messages, 'message')} queued for the next step`,
} as const;

/** Notes about long texts, code and diffs. */
export const textTexts = {
  moreRows: (rows: number): string => `… ${count(rows, 'more row', 'more rows')}`,
  moreCharacters: (characters: number): string => `… ${count(characters, 'more character', 'more characters')}`,
  code: (language: string): string => (language === '' ? 'Code:' : `Code, ${language}:`),
  codeEnd: 'End of code.',
  task: (isDone: boolean): string => (isDone ? 'done: ' : 'to do: '),
  sameLines: (lines: number): string => count(lines, 'unchanged line'),
  line: (kind: 'same' | 'added' | 'removed', number: number, text: string): string =>
    `${kind === 'same' ? 'line' : `${kind} line`} ${number}: ${text}`,
  newlineAdded: 'newline added at end of file',
  newlineRemoved: 'no newline at end of file',
} as const;
