const SEE = 'docs/from-gemini-cli.md lists what differs from Gemini CLI';

/** Options of Gemini CLI that Bowline does not have yet. */
export const optionsNotYet: readonly string[] = [
  '--allowed-mcp-server-names',
  '-e',
  '--extensions',
  '-l',
  '--list-extensions',
  '--acp',
  '-w',
  '--worktree',
  '--session-file',
];

/** Options of Gemini CLI that are something else here, and what. */
export const optionsElsewhere: Readonly<Record<string, string>> = {
  '--skip-trust': 'use --trust',
  '--fake-responses': 'use --replay-responses FILE',
  '-d': 'use --debug FILE',
  '--list-sessions': 'use bowline sessions list',
  '--delete-session': 'use bowline sessions rm SESSION',
  '--allowed-tools': 'use the setting tools.allowed, or a policy',
  '--admin-policy': 'put the rules into /etc/bowline/policies',
  '--raw-output': 'leave it out: a pipe gets the text as it is',
  '--accept-raw-output-risk': 'leave it out: a pipe gets the text as it is',
};

/** Commands of Gemini CLI that Bowline does not have yet, and the words that follow them there. */
export const commandsNotYet: Readonly<Record<string, readonly string[]>> = {
  mcp: ['add', 'remove', 'list', 'enable', 'disable'],
  extensions: [
    ...['install', 'uninstall', 'list', 'update', 'enable', 'disable'],
    ...['link', 'new', 'validate', 'config'],
  ],
};

/** What to say of an option that only Gemini CLI has: the message and the hint. */
export function describeGeminiOption(typed: string): readonly [message: string, hint: string] | undefined {
  if (optionsNotYet.includes(typed)) return notYet(typed);
  const instead = Object.hasOwn(optionsElsewhere, typed) ? optionsElsewhere[typed] : undefined;
  return instead === undefined ? undefined : [`there is no option ${typed}`, instead];
}

/** What to say of words that are a command of Gemini CLI alone: the message and the hint. */
export function describeGeminiCommand([name = '', verb]: readonly string[]):
  readonly [message: string, hint: string] | undefined {
  const verbs = Object.hasOwn(commandsNotYet, name) ? commandsNotYet[name] : undefined;
  const isMeant = verb === undefined || verb.startsWith('-') || verbs?.includes(verb) === true;
  return verbs !== undefined && isMeant ? notYet(name) : undefined;
}

function notYet(what: string): readonly [message: string, hint: string] {
  return [`${what}: Bowline does not have this yet`, SEE];
}
