import type { CallStatus, EndReason } from '@bowline/protocol';
import { count } from './count.ts';

/** The state of a call for screen readers, which get no icons. */
export const callStates: Readonly<Record<CallStatus, string>> = {
  requested: 'requested',
  deciding: 'requested',
  awaiting: 'needs approval',
  running: 'running',
  finished: 'done',
  failed: 'failed',
  denied: 'denied',
  interrupted: 'interrupted',
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
  background_process: 'Task',
  write_to_process: 'Type',
  web_fetch: 'Fetch',
  google_web_search: 'Web',
  write_todos: 'Steps',
  save_memory: 'Note',
  ask_user: 'Ask',
  enter_plan_mode: 'Plan',
  exit_plan_mode: 'Plan',
  apply_changes: 'Apply',
} as const;

export const callTexts = {
  needsApproval: 'needs approval',
  denied: 'denied',
  deniedFor: (reason: string): string => `denied: ${reason}`,
  deniedByRule: 'denied by a rule',
  interrupted: 'interrupted',
  failed: 'failed',
  noOutput: 'no output',
  questions: (questions: number): string => count(questions, 'question'),
  answered: 'answered',
  inBackground: 'in the background',
  steps: (done: number, all: number): string => `${done} of ${all} done`,
  fileCount: (files: number): string => count(files, 'file'),
  batch: (calls: number, verb: string): string => `${calls} ${verb === 'Read' ? 'files' : 'calls'}`,
  endedBy: (signal: string): string => `ended by ${signal}`,
  exitCode: (code: number): string => `exit ${code}`,
  matches: (matches: number, files: number | null): string =>
    `${count(matches, 'match', 'matches')}${files === null ? '' : ` in ${count(files, 'file')}`}`,
  files: (files: number): string => count(files, 'file'),
  lines: (lines: number): string => count(lines, 'line'),
  pages: (pages: number): string => count(pages, 'page'),
  within: (pattern: string, folder: string): string => `${pattern} in ${folder}`,
  into: (input: string, process: string): string => `${input} into ${process}`,
} as const;

/** The user's decision about a call, at the end of its row. */
export const decisionTexts = {
  once: 'allowed',
  session: 'allowed for this session',
  project: 'allowed in this project',
  always: 'allowed everywhere',
  edited: 'edited, allowed',
  denied: 'denied',
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
  expand: 'Ctrl-O expand',
  finished: (facts: readonly string[]): string => `Turn finished: ${facts.join(', ')}.`,
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
  warning: 'Warning: ',
  error: 'Error: ',
  hint: 'Try: ',
  title: (title: string): string => (title === '' ? 'Title: from the first message' : `Title: ${title}`),
  model: (model: string): string => `Model: ${model}`,
  mode: (mode: string): string => `Mode: ${mode}`,
  retried: (trouble: string, times: number, took: string): string =>
    `${trouble}; retried ${times === 1 ? 'once' : `${times} times`} (${took})`,
  orRetry: '; /retry',
  retracted: (reason: string): string => `Answer discarded: ${reason}`,
  rewound: (message: string | null): string =>
    `${message === null ? 'Rewound' : `Rewound to before "${message}"`}. Conversation restored.`,
  undoRewind: '/rewind undo reverts this.',
  rewindUndone: 'Rewind reverted.',
  agentVerb: 'Agent',
  calls: (calls: number): string => count(calls, 'call'),
  failed: (calls: number): string => `${calls} failed`,
} as const;

/** Messages that wait. */
export const liveTexts = {
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
    `${{ same: 'Line', added: 'Added line', removed: 'Removed line' }[kind]} ${number}: ${text}`,
  newlineAdded: 'newline added at end of file',
  newlineRemoved: 'no newline at end of file',
} as const;
