import { attachOptions, promptOptions, type OptionUsage } from './prompt-options.ts';
import { serverOptions, workerOptions } from './server-options.ts';

/** How one command is used: what help, completions and the parser go by. */
export interface CommandUsage {
  /** For the list of commands. */
  readonly about: string;
  /** What follows the command's name. */
  readonly line: string;
  /** Its first words, and what each does. */
  readonly verbs?: Readonly<Record<string, string>>;
  readonly options: Readonly<Record<string, OptionUsage>>;
  readonly notes?: string;
  readonly examples: readonly string[];
}

const json = { type: 'boolean', default: false, about: 'same as -o json' } as const satisfies OptionUsage;
const format = {
  type: 'string',
  short: 'o',
  default: 'text',
  value: 'FORMAT',
  choices: ['text', 'json'],
  about: 'text or json',
} as const satisfies OptionUsage;
const printed = { 'output-format': format, json } as const;
const model = { ...promptOptions.model, about: 'as if this model were asked for' } as const satisfies OptionUsage;
const offline = { type: 'boolean', default: false, about: 'send no requests' } as const satisfies OptionUsage;
const mode = {
  type: 'string',
  default: 'default',
  value: 'MODE',
  choices: ['default', 'auto_edit', 'plan', 'yolo'],
  about: 'default, auto_edit, plan, yolo',
} as const satisfies OptionUsage;
const trust = {
  type: 'boolean',
  default: false,
  about: 'as if this folder were trusted',
} as const satisfies OptionUsage;

/** The commands besides prompts, in the order of the help. */
export const commandTable = {
  attach: {
    about: 'watch and steer a session that another process runs',
    line: '[SESSION] [OPTIONS]',
    options: attachOptions,
    notes: 'SESSION is an id or its beginning; default: the latest session of this folder.',
    examples: ['bowline attach', 'bowline attach mwh3k2'],
  },
  sessions: {
    about: 'list, show, export, verify, fork, rewind, remove or move sessions',
    line: '[list | show | export | verify | fork | rewind | rm | push | pull] [SESSION]',
    verbs: {
      list: 'the sessions of this folder; --all for every folder',
      show: 'SESSION: what was said and done',
      export: 'SESSION: every record as JSON lines; --markdown to read',
      verify: 'SESSION: check its records',
      fork: 'SESSION [EVENT]: a new session with the same beginning',
      rewind: 'SESSION [COUNT]: go back COUNT messages; --undo takes that back',
      rm: 'SESSION: remove it',
      push: 'URL SESSION: move it to a server',
      pull: 'URL SESSION: move it back; --abandon gives up a push that never arrived',
    },
    options: {
      all: { type: 'boolean', default: false, about: 'with list: sessions of every folder' },
      markdown: { type: 'boolean', default: false, about: 'with export: as Markdown' },
      undo: { type: 'boolean', default: false, about: 'with rewind: take the last rewind back' },
      abandon: { type: 'boolean', default: false, about: 'with pull: give up a push that never arrived' },
      'token-file': {
        type: 'string',
        value: 'FILE',
        about: "with push and pull: the server's token; default: $BOWLINE_TOKEN",
      },
    },
    notes: 'SESSION is latest, an id, or the beginning of one.',
    examples: ['bowline sessions list --all', 'bowline sessions export latest --markdown > session.md'],
  },
  models: {
    about: 'list models and check that they are available',
    line: '[PROVIDER] [-m MODEL] [--offline] [-o json]',
    options: { model, offline, ...printed },
    notes:
      'Without PROVIDER: the names you can ask for, the current model and why, and which providers can be reached. With PROVIDER: its models, one per line. Exit 0 when the provider can be reached, 41 when its key is missing or wrong, else 1.',
    examples: ['bowline models', 'bowline models openai'],
  },
  auth: {
    about: 'show, set and remove API keys',
    line: '[status | set PROVIDER | rm PROVIDER] [--no-check] [--offline] [-o json]',
    verbs: {
      status: 'where the key of each provider is, and how to get one; of a key only its end',
      set: 'PROVIDER: ask for a key (or take one that is piped in), try it, and store it in a file that only you can read',
      rm: 'PROVIDER: remove it from there',
    },
    options: {
      'no-check': { type: 'boolean', default: false, about: 'with set: store the key without trying it' },
      model,
      offline,
      ...printed,
    },
    notes: 'An environment variable comes before the file. Exit 41 when the current model has no key.',
    examples: ['bowline auth', 'echo "$KEY" | bowline auth set openai'],
  },
  pending: {
    about: 'list pending approvals in all sessions',
    line: '[-o json]',
    options: printed,
    examples: ['bowline pending'],
  },
  approve: {
    about: 'answer a pending approval and continue the session',
    line: '[SESSION] [QUESTION] [--session | --project | --always | --deny REASON | --choose ID | --text ANSWER] [--all]',
    options: {
      session: { type: 'boolean', default: false, about: 'allow it for the rest of the session' },
      project: {
        type: 'boolean',
        default: false,
        about: 'allow it in this project folder from now on, for as long as you trust the folder',
      },
      always: { type: 'boolean', default: false, about: 'allow it in every folder that you trust, from now on' },
      deny: { type: 'string', value: 'REASON', about: 'deny it, and tell the model why' },
      choose: { type: 'string', value: 'ID', about: 'pick one of the choices' },
      text: { type: 'string', value: 'ANSWER', about: 'answer a question in your own words' },
      all: { type: 'boolean', default: false, about: 'the same answer to every open question' },
      takeover: promptOptions.takeover,
      'output-format': promptOptions['output-format'],
    },
    notes:
      'With SESSION and no option it allows the call once; without SESSION it shows what is pending, and an option answers when only one session waits. A session that is open in another terminal is answered there. What a longer answer covers is in the question (bowline pending shows it); bowline policy grants lists and removes what you allowed.',
    examples: ['bowline approve mwh3k2', "bowline approve mwh3k2 --deny 'use the staging database'"],
  },
  context: {
    about: 'show what is sent before you say anything, its size, and why',
    line: '[show [PART]] [--mode MODE] [-m MODEL] [--include-directories DIR] [--trust] [-o json]',
    verbs: { show: '[PART]: the instruction itself; with PART a part of it, a memory file, or a tool declaration' },
    options: {
      mode,
      model,
      'include-directories': promptOptions['include-directories'],
      trust,
      ...printed,
    },
    notes: 'Token counts are estimates. Opens no session, needs no key and sends nothing.',
    examples: ['bowline context', 'bowline context show write_file'],
  },
  memory: {
    about: 'list or show the context files that sessions here start with',
    line: '[list | show] [-o json]',
    verbs: { list: 'the context files, and the size of each', show: 'their text, as the model sees it' },
    options: printed,
    notes: 'Files in deeper folders are found when a call touches their folder.',
    examples: ['bowline memory show'],
  },
  tools: {
    about: 'list the tools of the model',
    line: '[NAME] [-o json]',
    options: printed,
    notes: 'With NAME: the declaration of that tool.',
    examples: ['bowline tools', 'bowline tools run_shell_command'],
  },
  policy: {
    about: 'list, explain and test approval rules; list and remove grants',
    line: 'list | explain -- TOOL [JSON | WORDS] | test FILE | grants [remove N... | --all]',
    verbs: {
      list: 'every rule that counts here, strongest first',
      explain: '-- TOOL [JSON | WORDS]: what would happen to a call, by which rule or check, and what else matched',
      test: 'FILE: run the [[case]] tables of a file',
      grants: '[remove N... | --all]: list and remove what you allowed beyond a session',
    },
    options: {
      mode,
      headless: { type: 'boolean', default: false, about: 'as if no one were there to answer' },
      policy: promptOptions.policy,
      trust,
      all: { type: 'boolean', default: false, about: 'with grants remove: all of them' },
      'output-format': { ...format, about: 'with grants: text or json' },
    },
    examples: [
      "bowline policy explain -- run_shell_command 'git push --force'",
      `bowline policy explain -- write_file '{"file_path": "a.txt"}'`,
    ],
  },
  settings: {
    about: 'list, get, set, unset and explain settings',
    line: '[list | get | set | unset | explain] [KEY] [VALUE] [--workspace] [--all] [-o json]',
    verbs: {
      list: '[GROUP]: what is set, and where; with --all also the defaults',
      get: 'KEY: its value and nothing else; exit 1 when it has none',
      set: 'KEY VALUE: write it to your settings, or with --workspace to those of this folder',
      unset: 'KEY: remove it from them',
      explain: 'KEY: what it is for, where its value comes from, and what it overrides',
    },
    options: {
      workspace: { type: 'boolean', default: false, about: "this folder's settings instead of your own" },
      all: { type: 'boolean', default: false, about: 'with list: also the defaults' },
      ...printed,
    },
    notes:
      "Your settings are in ~/.bowline/settings.json, a folder's in .bowline/settings.json. Gemini CLI's files are read before them and never written. A VALUE is plain text or JSON.",
    examples: ['bowline settings list', `bowline settings set tools.exclude '["web_fetch"]'`],
  },
  trust: {
    about: 'list, add, remove and check trusted folders',
    line: '[status | list | add | remove] [FOLDER] [--parent | --never] [-o json]',
    verbs: {
      status: 'whether FOLDER is trusted, and why; exit 55 when it is not',
      list: 'every folder that you, or Gemini CLI for you, decided about',
      add: 'trust FOLDER and what is in it',
      remove: 'take that back',
    },
    options: {
      parent: { type: 'boolean', default: false, about: 'with add: trust the folder around it' },
      never: { type: 'boolean', default: false, about: 'with add: do not trust it, even when a folder around it is' },
      ...printed,
    },
    notes:
      'FOLDER defaults to the current folder. Until a folder is trusted, nothing in it is read as configuration, run or connected to. To trust the current folder for one run: bowline --trust -p PROMPT',
    examples: ['bowline trust add', 'bowline trust status ../other'],
  },
  serve: {
    about: 'serve sessions over HTTP, stored in PostgreSQL',
    line: '[--dev] [--port PORT] [--database URL] [OPTIONS]',
    options: serverOptions,
    notes:
      'Messages are stored in PostgreSQL, and workers (bowline worker) act on them. Logs are JSON lines on stderr. SIGTERM lets requests and turns end, then exits 0.',
    examples: ['bowline serve --dev --database postgres://postgres@127.0.0.1/bowline'],
  },
  worker: {
    about: 'run the turns of served sessions',
    line: '--database URL --identity KEY [--listen HOST:PORT] [--url URL] [OPTIONS]',
    options: workerOptions,
    notes:
      'Start as many as you need, on as many machines: each continues what another began. Logs are JSON lines on stderr. SIGTERM lets turns end or hands them over, then exits 0.',
    examples: ['bowline worker --database postgres://bowline_app@db/bowline --identity publickeyv1_...'],
  },
  doctor: {
    about: 'check this machine and suggest fixes',
    line: '[-m MODEL] [--offline] [-o json]',
    options: { model, offline, ...printed },
    notes:
      'Checks what a session needs: Node, folders, programs, settings, keys and the connection to the model. Exit 1 when there is a problem; warnings alone are exit 0.',
    examples: ['bowline doctor'],
  },
  help: { about: 'show help for a command', line: '[COMMAND]', options: {}, examples: ['bowline help sessions'] },
  completion: {
    about: 'print a completion script for your shell',
    line: 'bash | zsh | fish',
    verbs: { bash: 'for bash', zsh: 'for zsh', fish: 'for fish' },
    options: {},
    examples: [
      'source <(bowline completion bash)',
      'bowline completion zsh > ~/.zfunc/_bowline',
      'bowline completion fish > ~/.config/fish/completions/bowline.fish',
    ],
  },
} as const satisfies Readonly<Record<string, CommandUsage>>;

/** The names of commands. */
export type CommandName = keyof typeof commandTable;

/** All of them, in the order of the help. */
export const commandNames = Object.keys(commandTable) as readonly CommandName[];

/** How a command is used. */
export function usageOf(name: CommandName): CommandUsage {
  return commandTable[name];
}

/** How a command is used, in one line. */
export function usageLine(name: CommandName): string {
  return `bowline ${name} ${commandTable[name].line}`;
}
