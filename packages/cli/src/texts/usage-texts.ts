import type { ErrorText } from './error-text.ts';

/** What Bowline says about a command line that it does not understand. */
export const usageTexts = {
  listOptions: 'Run bowline --help to list the options',
  listSessionOptions: 'Run bowline help sessions to list the options',
  /** The words may be meant as a prompt. */
  unknownCommand: (word: string, quoted: string, guess: string | undefined): ErrorText => ({
    message: `Unknown command: ${word}`,
    hint: `${guess === undefined ? '' : `Did you mean bowline ${guess}? `}To send it as a prompt: bowline -p '${quoted}'`,
  }),
  unknownHelp: (word: string, near: string | undefined): ErrorText => ({
    message: `Unknown command: ${word}`,
    hint: near === undefined ? 'Run bowline --help to list the commands' : `Did you mean bowline help ${near}?`,
  }),
  unknownVerb: (command: string, verb: string, verbs: readonly string[]): ErrorText => ({
    message: `Unknown command: bowline ${command} ${verb}`,
    hint: `Use ${orList(verbs)}`,
  }),
  missingVerb: (command: string, verbs: readonly string[]): ErrorText => ({
    message: `bowline ${command} needs a subcommand`,
    hint: `Use ${orList(verbs)}`,
  }),
  unexpected: (word: string, usage: string): ErrorText => ({
    message: `Unexpected argument: ${word}`,
    hint: `Usage: ${usage}`,
  }),
  missingShell: (usage: string): ErrorText => ({ message: 'Missing shell', hint: `Usage: ${usage}` }),
  missingServer: (usage: string): ErrorText => ({ message: 'Missing server URL', hint: `Usage: ${usage}` }),
  missingSession: (usage: string): ErrorText => ({ message: 'Missing session', hint: `Usage: ${usage}` }),
  unknownOption: (option: string, usage: string, near: string | undefined): ErrorText => ({
    message: `Unknown option: ${option}`,
    hint: near === undefined ? usage : `Did you mean --${near}?`,
  }),
  noValueAllowed: (option: string, usage: string): ErrorText => ({
    message: `${option} does not take a value`,
    hint: usage,
  }),
  valueNeeded: (option: string, example: string, hint: string): ErrorText => ({
    message: `${option} needs a value: ${example}`,
    hint,
  }),
  /** A value that begins with a dash. */
  valueOrOption: (option: string, value: string): string => `If ${value} is the value, write ${option}=${value}`,
  badValue: (option: string, value: string, allowed: readonly string[]): ErrorText => ({
    message: `Invalid value for ${option}: ${value}`,
    hint: `Use ${orList(allowed)}`,
  }),
  badNumber: (option: string, value: string): ErrorText => ({
    message: `Invalid value for ${option}: ${value}`,
    hint: `Use a whole number above 0, for example ${option} 20`,
  }),
  badCost: (value: string): ErrorText => ({
    message: `Invalid value for --max-cost: ${value}`,
    hint: 'Use an amount in US dollars, for example --max-cost 0.50',
  }),
  badTime: (value: string): ErrorText => ({
    message: `Invalid value for --max-time: ${value}`,
    hint: 'Use seconds, or a number with s, m or h, for example --max-time 10m',
  }),
  container: (name: string): ErrorText => ({
    message: `--sandbox=${name}: Bowline does not start containers`,
    hint: 'Use --sandbox to sandbox commands on this system, or run bowline inside a container',
  }),
  exclusive: (first: string, second: string): ErrorText => ({
    message: `${first} and ${second} cannot be used together`,
    hint: 'Remove one of them',
  }),
  needsResume: (option: string): ErrorText => ({ message: `${option} needs --resume`, hint: 'Add --resume ID' }),
  schemaOnScreen: {
    message: '--prompt-interactive and --json-schema cannot be used together',
    hint: 'Use -p to print JSON',
  },
  needsTerminal: (option: string): ErrorText => ({
    message: `${option} needs a terminal`,
    hint: 'Use bowline -p PROMPT without a terminal',
  }),
  screenNeedsTerminal: {
    message: 'An interactive session needs a terminal',
    hint: 'Use bowline -p PROMPT without a terminal',
  },
  attachWords: (usage: string): ErrorText => ({
    message: 'Invalid arguments for bowline attach',
    hint: `Usage: ${usage}`,
  }),
  unknownShell: (shell: string, shells: readonly string[]): ErrorText => ({
    message: `No completions for ${shell}`,
    hint: `Use ${orList(shells)}`,
  }),
  noFile: (option: string, path: string): ErrorText => ({
    message: `${option} ${path}: no such file`,
    hint: 'Check the path',
  }),
  noRemoteWorkspace: (value: string): ErrorText => ({
    message: `--workspace ${value}: this is no URL of a remote workspace`,
    hint: 'Use bowline://HOST:PORT. To work in a folder of this machine, change to it (cd) and leave out --workspace',
  }),
  noFolder: (option: string, path: string): ErrorText => ({
    message: `${option} ${path}: no such folder`,
    hint: 'Check the path',
  }),
  /** A file that an option names for writing. */
  notWritable: (option: string, path: string, why: string): ErrorText => ({
    message: `${option} ${path}: cannot write to this file (${why})`,
    hint: 'Check that its folder exists and that you may write to it',
  }),
  whyNotWritable: {
    isFolder: 'it is a folder',
    noFolder: 'its folder does not exist',
    denied: 'permission denied',
  },
  noWorkingDirectory: {
    message: 'The working directory no longer exists',
    hint: 'Change to another directory and run bowline again',
  },
  homeIsFile: (home: string, file: string): ErrorText => ({
    message: `BOWLINE_HOME is ${home}, but ${file} is not a folder`,
    hint: 'Set BOWLINE_HOME to a folder, or unset it',
  }),
  homeNotCreated: (home: string, folder: string): ErrorText => ({
    message: `BOWLINE_HOME is ${home}, but ${folder} cannot be created`,
    hint: 'Set BOWLINE_HOME to a folder in which you can create files, or unset it',
  }),
  oldNode: (version: string, needed: string): string =>
    `bowline: Node ${version} is too old. Bowline needs Node ${needed} or later: https://nodejs.org\n`,
  geminiNotYet: (what: string): ErrorText => ({
    message: `${what} is not supported yet`,
    hint: 'See docs/from-gemini-cli.md for the differences from Gemini CLI',
  }),
  geminiElsewhere: (option: string, instead: string): ErrorText => ({
    message: `Unknown option: ${option}`,
    hint: instead,
  }),
};

/** What to use in place of options that only Gemini CLI has. */
export const geminiOptionTexts: Readonly<Record<string, string>> = {
  '--skip-trust': 'Use --trust',
  '--fake-responses': 'Use --replay-responses FILE',
  '-d': 'Use --debug FILE',
  '--list-sessions': 'Use bowline sessions list',
  '--delete-session': 'Use bowline sessions rm SESSION',
  '--allowed-tools': 'Use the setting tools.allowed, or a policy',
  '--admin-policy': 'Put the rules into /etc/bowline/policies',
  '--raw-output': 'Remove it: a pipe gets the text unchanged',
  '--accept-raw-output-risk': 'Remove it: a pipe gets the text unchanged',
};

function orList(words: readonly string[]): string {
  return words.length < 2 ? words.join('') : `${words.slice(0, -1).join(', ')} or ${words.at(-1) ?? ''}`;
}
