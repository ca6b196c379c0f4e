import { plural } from '@bowline/protocol/plain';
import type { ErrorText } from './error-text.ts';

/** What `bowline settings` says. */
export const settingsTexts = {
  noneChanged: 'No settings changed. --all shows the defaults.',
  notSet: 'not set',
  from: 'from      ',
  overridden: 'overridden',
  place: (level: string, where: string): string => `${level.replace('_', ' ')}, ${where}`,
  changed: (key: string, value: string, path: string): string => `Set ${key} to ${value} in ${path}`,
  overriddenBy: (where: string): string => `This value is not used: ${where} overrides it`,
  removed: (key: string, path: string): string => `Removed ${key} from ${path}`,
  wasNotSet: (key: string, path: string): string => `${key} is not set in ${path}`,
  stillSet: (key: string, value: string, where: string): string => `${key} is still ${value}, set in ${where}`,
  notTrusted: {
    message: 'This folder is not trusted, so Bowline ignores its settings',
    hint: 'To trust it: bowline trust add',
  },
  keyNeeded: (usage: string): ErrorText => ({ message: 'Missing setting', hint: `Usage: ${usage}` }),
  valueNeeded: (key: string, usage: string): ErrorText => ({
    message: `Missing value for ${key}`,
    hint: `Usage: ${usage}`,
  }),
  noneIgnored: 'Bowline ignores nothing in your settings files',
  fix: (text: string): string => `fix: ${text}`,
  strict: 'Correct or remove them, or run without --strict-settings',
};

/** What `bowline trust` says. */
export const trustTexts = {
  states: { trusted: 'trusted', notTrusted: 'not trusted', never: 'never trusted', ignored: 'ignored' },
  undecided: 'Not decided yet. To trust it: bowline trust add',
  decidedBy: (rule: string, source: string): string => `Trusted because of ${rule} in ${source}`,
  deniedBy: (rule: string, source: string): string => `Not trusted because of ${rule} in ${source}`,
  means: 'Bowline ignores its settings, policies and context files',
  none: 'No trusted folders. To trust this one: bowline trust add',
  parentOf: (path: string): string => `as the parent of ${path}`,
  onlyForAdd: (usage: string): ErrorText => ({
    message: '--parent and --never can only be used with add',
    hint: `Usage: ${usage}`,
  }),
  listUsage: 'bowline trust list',
  added: (root: string): string => `Trusted ${root} and everything in it`,
  neverAdded: (root: string): string => `${root} and everything in it will not be trusted`,
  keptIn: (path: string): string => `Saved in ${path}. To undo: bowline trust remove`,
  removed: (folder: string, file: string): string => `Removed ${folder} from ${file}`,
  wasNotThere: (folder: string, file: string): string => `${folder} is not in ${file}`,
  stillTrusted: (rule: string, source: string): string => `It is still trusted, because of ${rule} in ${source}`,
  howToNever: 'To never trust it: bowline trust add --never',
};

/** What `bowline context`, `memory` and `tools` say. */
export const contextTexts = {
  intro: (folder: string, model: string, mode: string): string =>
    `A new session in ${folder} sends this to ${model} in ${mode} mode:`,
  notTrusted: (folder: string): string => `${folder} (not trusted)`,
  columns: ['', 'characters', 'tokens', ''] as const,
  instruction: 'Instruction',
  tools: 'Tools',
  total: 'Total',
  ofWindow: (share: string, window: string): string => `${share} of the context window (${window} tokens)`,
  sources: { global: 'yours, for every project', project: 'this project', folder: 'a folder of this project' },
  imports: (paths: string): string => `, imports ${paths}`,
  lessThan: 'less than 0.1%',
  unknownPart: (name: string, near: string | undefined, known: string): ErrorText => ({
    message: `No part named ${name}`,
    hint: `${near === undefined ? '' : `Did you mean ${near}? `}Parts: ${known}`,
  }),
  noContextFiles: 'No AGENTS.md or GEMINI.md found. To create one, use /init in a session',
  tokens: (count: number): string => plural(count, 'token'),
  unknownTool: (name: string, near: string): ErrorText => ({
    message: `Unknown tool: ${name}`,
    hint: `Did you mean ${near}?`,
  }),
  unknownToolOf: (name: string, known: string): ErrorText => ({
    message: `Unknown tool: ${name}`,
    hint: `Tools: ${known}`,
  }),
};

/** What `bowline policy` says. */
export const policyTexts = {
  toolNeeded: 'Missing tool',
  fileNeeded: 'Missing policy file',
  badArguments: (tool: string, text: string): string => `The arguments of ${tool} are not valid JSON: ${text}`,
  unreadable: (path: string): string => `Cannot read ${path}`,
  help: 'Run bowline policy --help for examples',
  problem: (place: string, message: string, hint: string): string => `problem: ${place}: ${message}. ${hint}`,
  passed: 'ok    ',
  failed: 'FAILED',
  unexpected: (verdict: string, expected: string, rule: string): string => `${verdict}, expected ${expected} (${rule})`,
  summary: (passed: number, failed: number): string => `${passed} passed, ${failed} failed`,
};

/** What `bowline workspace` says. */
export const workspaceTexts = {
  serving: (folder: string, url: string): string => `Serving ${folder} at ${url}`,
  tokenIn: (file: string): string => `The token is in ${file}`,
  created: (file: string): string => `Created a token in ${file}`,
  stopped: 'Stopped. Running commands continue for up to 10 minutes',
  whichAction: { message: 'Which action?', hint: 'Use bowline workspace serve' },
  noToken: { message: 'No workspace token', hint: 'Use --token-file FILE, or set BOWLINE_WORKSPACE_TOKEN' },
  readable: (file: string): ErrorText => ({
    message: `Other users can read the token in ${file}`,
    hint: `Run chmod 600 ${file}`,
  }),
};

/** What `bowline serve` and `bowline worker` say. */
export const serverTexts = {
  migrated: (from: number, to: number): string =>
    from === to ? `The database is already at version ${to}` : `Migrated the database from version ${from} to ${to}`,
  noDatabase: {
    message: 'No database configured',
    hint: 'Set DATABASE_URL, or use --database postgres://bowline_app@HOST/DATABASE',
  },
  noToken: { message: 'No access token configured', hint: 'Set BOWLINE_TOKEN, or use --tokens FILE' },
  unreadableTokens: (path: string, why: string): ErrorText => ({
    message: `Cannot read the tokens file ${path}: ${why}`,
    hint: 'Check the path and its permissions',
  }),
  badObjects: (address: string) => ({
    message: `Not a store for files: ${address}`,
    hint: 'Name a folder, or s3://BUCKET/PREFIX?endpoint=URL&region=NAME',
  }),
  noObjectsKey: {
    message: 'No key for the object store',
    hint: 'Set AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY',
  },
  noStatusToken: { message: '--status-port needs a token', hint: 'Set BOWLINE_TOKEN' },
  tokenIn: (path: string): string => `The access token is in ${path}`,
  restateEnded: (log: string): ErrorText => ({ message: 'Restate stopped unexpectedly', hint: `See ${log}` }),
  badPort: (option: string, value: string): ErrorText => ({
    message: `Invalid port for ${option}: ${value}`,
    hint: `For example ${option} 8420`,
  }),
  badAddress: (value: string): ErrorText => ({
    message: `Invalid address for --listen: ${value}`,
    hint: 'For example --listen 127.0.0.1:9080',
  }),
  badDrain: (value: string): ErrorText => ({
    message: `Invalid value for --drain: ${value}`,
    hint: 'Use seconds, for example --drain 20',
  }),
};
