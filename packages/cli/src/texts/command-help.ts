/** The help of each command, without its options. */
export interface CommandHelp {
  /** One line for the list of commands. */
  readonly about: string;
  /** What follows the command's name. */
  readonly line: string;
  /** Its subcommands, and what each does. */
  readonly verbs?: Readonly<Record<string, string>>;
  readonly notes?: string;
  readonly examples: readonly string[];
}

/** What `bowline --help` and `bowline COMMAND --help` say about commands, in the order of the help. */
export const commandHelp = {
  attach: {
    about: 'watch and steer a session that another process runs',
    line: '[SESSION] [OPTIONS]',
    notes: 'SESSION is an id or the beginning of one. Default: the latest session of this folder.',
    examples: ['bowline attach', 'bowline attach mwh3k2'],
  },
  sessions: {
    about: 'list, show, export, verify, salvage, fork, diff, rewind, restore, rename, remove and move sessions',
    line: '[list | show | export | verify | salvage | fork | diff | rewind | restore | rename | rm | push | pull] [SESSION]',
    verbs: {
      list: 'list the sessions of this folder (--all: of every folder)',
      show: 'SESSION: show messages, tool calls and approvals',
      export: 'SESSION: print every record as JSON lines (--markdown: a readable document)',
      verify: 'SESSION: check its records for damage',
      salvage: 'SESSION: keep the undamaged records of a damaged session, and its files beside it',
      fork: 'SESSION [EVENT]: copy the session, or its part before EVENT, to a new session (--files: and restore files)',
      diff: 'SESSION [COUNT]: show what the agent changed since the last COUNT messages, or in the whole session',
      rewind: 'SESSION [COUNT]: remove the last COUNT messages (--files: and restore files; --undo: bring them back)',
      restore: 'SESSION [COUNT]: restore files as before the last COUNT messages; the conversation stays',
      rename: 'SESSION TITLE: give the session a title ("": the one made from its first message)',
      rm: 'SESSION: delete the session',
      push: 'URL SESSION: move the session to a server',
      pull: 'URL SESSION: move the session back (--abandon: give up a push that never arrived)',
    },
    notes: 'SESSION is an id, the beginning of one, or latest.',
    examples: ['bowline sessions list --all', 'bowline sessions export latest --markdown > session.md'],
  },
  models: {
    about: 'list models and check that they are available',
    line: '[PROVIDER] [-m MODEL] [--offline] [-o json]',
    notes:
      'Without PROVIDER: the current model, the names you can use with -m, and the state of each provider. With PROVIDER: its models, one per line. Exit code 0 if the provider can be reached, 41 if its key is missing or wrong, 1 otherwise.',
    examples: ['bowline models', 'bowline models openai'],
  },
  auth: {
    about: 'show, set and remove API keys',
    line: '[status | set PROVIDER | rm PROVIDER] [--no-check] [--offline] [-o json]',
    verbs: {
      status: 'show where the key of each provider comes from, and how to get one; only the end of a key is shown',
      set: 'PROVIDER: read a key from the terminal or a pipe, test it, and store it in a file that only you can read',
      rm: 'PROVIDER: remove the stored key',
    },
    notes: 'Environment variables take precedence over stored keys. Exit code 41 if the current model has no key.',
    examples: ['bowline auth', 'echo "$KEY" | bowline auth set openai'],
  },
  pending: {
    about: 'list pending approvals in all sessions',
    line: '[-o json]',
    examples: ['bowline pending'],
  },
  approve: {
    about: 'answer a pending approval and continue the session',
    line: '[SESSION] [QUESTION] [--session | --project | --always | --deny REASON | --choose ID | --text ANSWER | --preview | --apply [--overwrite]] [--all]',
    notes:
      'With SESSION and no option, the call is allowed once. Without SESSION, the pending approvals are listed; an option answers if only one session has any. If another process has the session open, the answer is sent there. Each approval says what --session, --project and --always would allow. To list or remove what you allowed, use bowline policy grants.',
    examples: ['bowline approve mwh3k2', "bowline approve mwh3k2 --deny 'use the staging database'"],
  },
  context: {
    about: 'show what a new session sends to the model, and its size',
    line: '[show [PART]] [--mode MODE] [-m MODEL] [--include-directories DIR] [--trust] [-o json]',
    verbs: { show: '[PART]: print the instruction, or one part of it, a context file or a tool declaration' },
    notes: 'Token counts are estimates. This command needs no key and sends no requests.',
    examples: ['bowline context', 'bowline context show write_file'],
  },
  memory: {
    about: 'list or show the context files that sessions here start with',
    line: '[list | show] [-o json]',
    verbs: { list: 'list the context files and their size', show: 'print their text as the model sees it' },
    notes: 'Context files in subfolders are loaded when a tool call touches their folder.',
    examples: ['bowline memory show'],
  },
  tools: {
    about: 'list the tools that the model can call',
    line: '[NAME] [-o json]',
    notes: 'With NAME: print the declaration of that tool.',
    examples: ['bowline tools', 'bowline tools run_shell_command'],
  },
  policy: {
    about: 'list, explain and test approval rules; list and remove grants',
    line: 'list | explain -- TOOL [JSON | WORDS] | test FILE | grants [remove N... | --all]',
    verbs: {
      list: 'list the rules in force here, highest priority first',
      explain: '-- TOOL [JSON | WORDS]: show what would happen to a call, which rule decides, and what else matched',
      test: 'FILE: run the [[case]] tables of a policy file',
      grants: '[remove N... | --all]: list or remove what you allowed for a project or always',
    },
    examples: [
      "bowline policy explain -- run_shell_command 'git push --force'",
      `bowline policy explain -- write_file '{"file_path": "a.txt"}'`,
    ],
  },
  settings: {
    about: 'list, get, set, unset and explain settings',
    line: '[list | get | set | unset | explain | ignored] [KEY] [VALUE] [--workspace] [--all] [-o json]',
    verbs: {
      list: '[GROUP]: list the settings you changed and where (--all: also the defaults)',
      get: 'KEY: print the value and nothing else; exit code 1 if it has none',
      set: 'KEY VALUE: write to your settings, or with --workspace to the settings of this folder',
      unset: 'KEY: remove it from your settings, or with --workspace from those of this folder',
      explain: 'KEY: show what it does, where its value comes from, and what it overrides',
      ignored: 'list the keys in your settings files that Bowline ignores',
    },
    notes:
      "Your settings are in ~/.bowline/settings.json, a folder's settings in .bowline/settings.json. Bowline also reads Gemini CLI's settings files, with lower precedence, and never writes to them. VALUE is plain text or JSON.",
    examples: ['bowline settings list', `bowline settings set tools.exclude '["web_fetch"]'`],
  },
  trust: {
    about: 'list, add, remove and check trusted folders',
    line: '[status | list | add | remove] [FOLDER] [--parent | --never] [-o json]',
    verbs: {
      status: 'show whether FOLDER is trusted, and why; exit code 55 if it is not',
      list: 'list every folder you decided about, in Bowline or in Gemini CLI',
      add: 'trust FOLDER and everything in it',
      remove: 'remove the decision about FOLDER',
    },
    notes:
      'FOLDER defaults to the current folder. Until you trust a folder, Bowline ignores its settings, policies and context files. To trust the current folder for one run: bowline --trust -p PROMPT',
    examples: ['bowline trust add', 'bowline trust status ../other'],
  },
  serve: {
    about: 'serve sessions over HTTP, stored in PostgreSQL',
    line: '[--dev] [--port PORT] [--database URL] [OPTIONS]',
    notes:
      'The server stores messages in PostgreSQL; workers (bowline worker) run the turns. Logs are JSON lines on stderr. On SIGTERM, the server finishes open requests and turns, then exits with code 0.',
    examples: ['bowline serve --dev --database postgres://postgres@127.0.0.1/bowline'],
  },
  workspace: {
    about: 'let sessions on other machines work in a folder of this one',
    line: 'serve [--root FOLDER] [--listen HOST:PORT] [--token-file FILE] [--sandbox=WHEN]',
    notes:
      'Sessions run their tools here with bowline --workspace URL. Connections are encrypted, and both ends prove with the token who they are. A session with the token can read and change files in the folder and run commands as you. On SIGTERM, running commands continue for up to 10 minutes and are found again when the workspace is served again.',
    examples: [
      'bowline workspace serve --token-file ~/.bowline/workspace-token',
      'bowline workspace serve --root /srv/project --listen 0.0.0.0:8430 --token-file /etc/bowline/token --sandbox=required',
    ],
  },
  worker: {
    about: 'run the turns of served sessions',
    line: '--database URL --identity KEY [--listen HOST:PORT] [--url URL] [OPTIONS]',
    notes:
      'Start any number of workers on any number of machines; each can continue the turns of another. Logs are JSON lines on stderr. On SIGTERM, a worker finishes its turns or hands them over, then exits with code 0.',
    examples: ['bowline worker --database postgres://bowline_app@db/bowline --identity publickeyv1_...'],
  },
  doctor: {
    about: 'check this machine and suggest fixes',
    line: '[-m MODEL] [--offline] [-o json]',
    notes:
      'Checks Node, folders, programs, settings, policies, keys and the connection to the model. Exit code 1 if there is a problem; warnings alone give 0.',
    examples: ['bowline doctor'],
  },
  help: { about: 'show help for a command', line: '[COMMAND]', examples: ['bowline help sessions'] },
  completion: {
    about: 'print a completion script for your shell',
    line: 'bash | zsh | fish',
    verbs: { bash: 'for bash', zsh: 'for zsh', fish: 'for fish' },
    examples: [
      'source <(bowline completion bash)',
      'bowline completion zsh > ~/.zfunc/_bowline',
      'bowline completion fish > ~/.config/fish/completions/bowline.fish',
    ],
  },
} as const satisfies Readonly<Record<string, CommandHelp>>;
