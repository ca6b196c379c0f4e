import { plural } from '@bowline/protocol/plain';
import type { ErrorText } from './error-text.ts';

/** What `bowline sessions` says. */
export const sessionTexts = {
  backUsage: (verb: string): string => `bowline sessions ${verb} SESSION [COUNT]`,
  none: 'No sessions yet',
  noneHere: 'No sessions in this folder. To list all: bowline sessions list --all',
  states: {
    damaged: 'damaged',
    moved: 'moved',
    pending: (count: number): string => `${count} pending`,
    unfinished: 'unfinished',
  },
  messages: (count: number): string => plural(count, 'message'),
  sessionNeeded: (verb: string): ErrorText => ({
    message: 'Missing session',
    hint: `Use an id from bowline sessions list, or latest: bowline sessions ${verb} latest`,
  }),
  notFound: (wanted: string): ErrorText => ({
    message: `Session not found: ${wanted}`,
    hint: 'Run bowline sessions list --all to list your sessions',
  }),
  interrupted: (sessionId: string): string =>
    `The last turn of session ${sessionId} was interrupted, so that some of its changes may be missing here. To finish it: bowline --resume ${sessionId}`,
  busy: (sessionId: string): string => `To watch it: bowline attach ${sessionId}. To take it over: add --takeover`,
  verified: (sessionId: string, isSound: boolean, records: number): string =>
    `${sessionId}: ${isSound ? 'no damage found' : 'damaged'} (${plural(records, 'record')} verified)`,
  salvaged: (sessionId: string, { kept, lost }: { readonly kept: number; readonly lost: number }): string =>
    `${sessionId}: kept ${plural(kept, 'record')}, lost ${plural(lost, 'record')}.${
      kept === 0 ? '' : ` To continue: bowline --resume ${sessionId}`
    }`,
  original: (path: string): string => `The damaged files are in ${path}`,
  undamaged: (sessionId: string): string => `${sessionId}: no damage found, nothing changed`,
  titleNeeded: (sessionId: string): ErrorText => ({
    message: 'Missing title',
    hint: `For example: bowline sessions rename ${sessionId} "Fix the parser tests"`,
  }),
  renamed: (sessionId: string, title: string): string =>
    title === '' ? `Removed the title of session ${sessionId}` : `Renamed session ${sessionId} to "${title}"`,
  removed: (sessionId: string): string => `Removed session ${sessionId}`,
  rewound: (sessionId: string): string => `Rewound. To continue from there: bowline --resume ${sessionId}`,
  restored: (sessionId: string): string => `Rewind undone. To continue: bowline --resume ${sessionId}`,
  notACount: (count: string): ErrorText => ({
    message: `Not a number of messages: ${count}`,
    hint: 'Use a whole number above 0, such as: bowline sessions rewind ID 1',
  }),
  tooFar: (messages: number, wanted: string): ErrorText => ({
    message: `Only ${plural(messages, 'message')} to rewind (asked for ${wanted})`,
    hint: 'To remove the last message: bowline sessions rewind ID 1',
  }),
  noRecord: (typed: string, records: number): ErrorText => ({
    message: `No record ${typed} (the session has ${plural(records, 'record')})`,
    hint: 'To see the numbers: bowline sessions show ID --numbers',
  }),
  used: (
    model: string,
    tokens: { readonly input: number; readonly cached: number; readonly output: number },
    cost: string | undefined,
  ): string =>
    `Used ${model}: ${plural(tokens.input, 'input token')} (${tokens.cached.toLocaleString('en-US')} cached), ${plural(tokens.output, 'output token')}, ${cost === undefined ? 'price unknown' : `$${cost}`}`,
};

/** The lines of `bowline sessions show`. */
export const recordTexts = {
  started: (sessionId: string, workspace: string): string => `Session ${sessionId} in ${workspace}`,
  you: (text: string): string => `You: ${text}`,
  agent: (text: string): string => `Agent: ${text}`,
  model: (model: string, why: string): string => `Model: ${model} (${why})`,
  modelChanged: (from: string, to: string, reason: string): string => `Model: ${from} -> ${to} (${reason})`,
  modelFailed: (message: string, retryAt: string | undefined): string =>
    `Model failed: ${message}${retryAt === undefined ? '' : `. Retry at ${retryAt}`}`,
  call: (name: string, args: string): string => `Call ${name} ${args}`,
  callDone: (name: string, text: string): string => `  ${name} done: ${text}`,
  callFailed: (name: string, text: string): string => `  ${name} failed: ${text}`,
  callBlocked: (walls: string): string => `  Blocked by the sandbox: ${walls}`,
  callInterrupted: (name: string): string => `  ${name} interrupted: its outcome is unknown`,
  callDenied: (why: string): string => `  Denied by policy: ${why}`,
  asked: (title: string): string => `  Asked: ${title}`,
  answered: (outcome: string, by: string | undefined): string =>
    `  Answered: ${outcome}${by === undefined ? '' : ` (by ${by})`}`,
  expired: (reason: string): string => `  Expired: ${reason}`,
  outcomes: {
    once: 'allowed once',
    session: 'allowed for this session',
    project: 'allowed in this project',
    always: 'allowed always',
    denied: (reason: string | undefined): string => `denied${reason === undefined ? '' : `: ${reason}`}`,
    edited: 'allowed with changed arguments',
    declined: 'declined',
    expired: 'expired',
    credential: 'key entered',
  },
  mode: (mode: string): string => `Mode: ${mode}`,
  contextFiles: (paths: string): string => `Context files: ${paths}`,
  summarized: (through: number, before: number, after: number): string =>
    `Summarized up to record ${through}: ${plural(before, 'token')} -> ${plural(after, 'token')}`,
  contextRestored: (undone: number, tokens: number): string =>
    `The model sees again what record ${undone} had replaced: ${tokens} tokens`,
  notSummarized: (reason: string): string => `Not summarized: ${reason}`,
  loop: (detail: string): string => `Loop detected: ${detail}`,
  ended: (reason: string): string => `Turn ended: ${reason}`,
  movedTo: (place: string): string => `Moved to ${place}`,
  arrived: (place: string): string => `Arrived at ${place}`,
  rewound: (to: number): string => `Rewound to record ${to}`,
  previewed: (count: number | undefined, problem: string | undefined): string =>
    count === undefined ? `No preview: ${problem ?? 'unknown'}` : `Previewed: ${plural(count, 'file')} would change`,
  filesRestored: (count: number, to: number): string => `Restored ${plural(count, 'file')} as of record ${to}`,
};

/** The headings and notes of `bowline sessions export --markdown`. */
export const markdownTexts = {
  title: (sessionId: string): string => `Session ${sessionId}`,
  place: (date: string, workspace: string): string => `${date}, in \`${workspace}\``,
  you: 'You',
  agent: 'Agent',
  done: 'Result:',
  failed: 'Failed:',
  interrupted: (reason: string): string => `Interrupted: ${reason}`,
  summarized: '*The session so far was summarized.*',
};

/** What `bowline sessions push` and `pull` say. */
export const moveTexts = {
  usage: 'bowline sessions push|pull URL SESSION [--token-file FILE] [--abandon]',
  unencrypted: 'Warning: the connection is not encrypted. Use an https URL to protect the token and the session',
  pushed: (sessionId: string, url: string, records: number): string =>
    `Moved ${sessionId} to ${url} (${plural(records, 'record')})`,
  pushedBefore: (sessionId: string, url: string): string => `${sessionId} was already moved to ${url}`,
  pending: (count: number): string => `${plural(count, 'approval')} pending on the server`,
  workspace: (folder: string): string => `The session works in ${folder}, which must exist on the server too`,
  filesSent: (folder: string): string => `The files of ${folder} went with it`,
  filesTooLarge: (folder: string, limit: string): ErrorText => ({
    message: `The files of ${folder} cannot be moved: there are more than ${limit}`,
    hint: 'The session stays here. Remove what it does not need, or continue here',
  }),
  filesBrought: (count: number, folder: string): string =>
    `${plural(count, 'file')} in ${folder} changed on the server, and changed here now`,
  filesKept: (paths: readonly string[]): string =>
    `Changed here and on the server, left as they are here:\n${paths.map((path) => `  ${path}`).join('\n')}`,
  notListed: 'The objects of a server cannot be listed or removed from here',
  noFolder: (folder: string, url: string, sessionId: string): string =>
    `The files stayed on the server: there is no folder ${folder} here. Create it, then: bowline sessions pull ${url} ${sessionId}`,
  filesMissing: 'The files stayed on the server: it does not have them any more',
  filesUnfinished: (why: string, url: string, sessionId: string): ErrorText => ({
    message: `The session is here, but not all of its files: ${why}`,
    hint: `Pull again: bowline sessions pull ${url} ${sessionId}`,
  }),
  artifacts: (count: number): string =>
    `${plural(count, 'long output')} stayed on this machine. The parts that the model saw were moved`,
  pulled: (sessionId: string, url: string): string => `Moved ${sessionId} here from ${url}`,
  alreadyHere: (sessionId: string): string => `${sessionId} is already here`,
  abandoned: (sessionId: string, url: string): string =>
    `${sessionId} can be used here again. ${url} was not contacted`,
  tokenNeeded: { message: 'The server needs a token', hint: 'Set BOWLINE_TOKEN, or use --token-file FILE' },
  tokenUnreadable: (path: string, why: string): ErrorText => ({
    message: `Cannot read the token file ${path}: ${why}`,
    hint: 'Check the path and its permissions',
  }),
  unfinished: (why: string, url: string, sessionId: string): ErrorText => ({
    message: `The move did not finish: ${why}`,
    hint: `Push again: bowline sessions push ${url} ${sessionId}. Nothing is lost; the session is read-only until then`,
  }),
};
