/** What the help says about each option of `bowline` itself. */
export const promptOptionHelp = {
  prompt: 'run this prompt, print the answer and exit',
  promptInteractive: 'start an interactive session with this prompt',
  screenReader: 'use words instead of symbols and animation',
  model:
    'a model (gemini-2.5-pro, openai/NAME, ollama/NAME), a tier (pro, flash, flash-lite) or auto. Default: $GEMINI_MODEL, then the settings, then pro',
  onConfirm:
    'when a call needs approval: deny it and tell the model (default), suspend (exit code 62; answer with bowline approve), or fail',
  policy: 'add the rules in this file (repeatable)',
  trust: "use this folder's settings, policies and context files in this run",
  noFallback: 'never switch to another model',
  onQuota: 'when no model has quota left: wait, or fail. Default: fail; in an interactive session: wait',
  outputFormat: 'text, json, stream-json, or events (one JSON event per line)',
  jsonSchema: 'print JSON that matches this JSON Schema; the model gets two chances to correct an answer',
  approvalMode:
    'default (asks before edits and commands), auto_edit, plan (reads only), preview (changes a copy), yolo',
  yolo: 'same as --approval-mode yolo',
  sandbox: 'sandbox commands: required (no value), auto or off. Default: the setting security.sandbox, then auto',
  resume: 'resume the latest session of this folder, or the one whose id starts with ID',
  compact: 'with --resume: summarize the session first; keep FOCUS in detail',
  takeover: 'take the session over from the process that has it open',
  ignoreOldCommands: 'change files even if commands started on another machine may still run',
  sessionId: 'the id of the new session',
  includeDirectories: 'add folders to the workspace (repeatable, or separated by commas)',
  workspace: 'work in a folder on another machine: the URL that bowline workspace serve prints there',
  maxTurns: 'stop after N model calls',
  maxTokens: 'stop a turn before it uses more than N tokens, input and output',
  maxCost: 'stop a turn before it costs more than this',
  maxTime: 'stop a turn after this time: 90, 90s, 10m, 1h',
  noLoopDetection: 'do not stop a turn that repeats itself',
  strictSettings: 'fail if Bowline ignores a setting: unknown keys, hooks, MCP servers, extensions, containers',
  recordResponses: "record the model's responses to FILE, without secrets",
  replayResponses: 'use the responses recorded in FILE instead of a model',
  debug: 'append every event to FILE',
} as const;

/** What the help says about options that several commands share. */
export const sharedOptionHelp = {
  json: 'same as -o json',
  format: 'text or json',
  model: 'check with this model instead of the current one',
  offline: 'send no requests',
  mode: 'default, auto_edit, plan or yolo',
  trust: 'treat this folder as trusted',
} as const;

/** What the help says about options of single commands. */
export const commandOptionHelp = {
  sessions: {
    all: 'with list: sessions of every folder',
    markdown: 'with export: as Markdown',
    undo: 'with rewind and restore: undo the last one',
    files: 'with rewind and fork: also restore the files that the agent has edited',
    before:
      'with diff, rewind and restore: to before the step of this event or record number (see show --numbers), instead of COUNT',
    dryRun: 'with rewind and restore: only show what would happen to files',
    overwrite: 'with restore and rewind --files: replace this file although you have changed it (repeatable)',
    numbers: 'with show: print the number of each record',
    abandon: 'with pull: give up a push that never arrived',
    tokenFile: "with push and pull: a file with the server's token. Default: $BOWLINE_TOKEN",
  },
  auth: { noCheck: 'with set: store the key without testing it' },
  approve: {
    session: 'allow it for the rest of the session',
    project: 'allow it in this project as long as you trust the folder',
    always: 'allow it in every trusted folder',
    deny: 'deny it and tell the model why',
    choose: 'pick one of the choices',
    text: 'answer a question in your own words',
    preview: 'run a command in a copy of the workspace and show what it changes; the approval stays pending',
    apply: 'apply the changes of the preview instead of running the command',
    overwrite: 'with --apply: also overwrite files that were changed since the preview',
    all: 'give the same answer to every pending approval of the session',
  },
  policy: {
    headless: 'assume a headless run, which cannot ask for approval',
    all: 'with grants remove: remove all grants',
    format: 'with grants: text or json',
  },
  settings: {
    workspace: "use this folder's settings instead of your own",
    all: 'with list: also show the defaults',
  },
  trust: {
    parent: 'with add: trust the parent folder',
    never: 'with add: never trust it, even if its parent folder is trusted',
  },
} as const;

/** What the help says about the options of `bowline workspace`. */
export const workspaceOptionHelp = {
  root: 'the folder to serve, or git+https://HOST/PATH#NAME for a clone of its own for each session. Default: the working directory',
  listen: 'where to accept sessions. Default: 127.0.0.1:8430',
  tokenFile: 'the file with the token, which is created if it does not exist. Default: $BOWLINE_WORKSPACE_TOKEN',
  sandbox: 'sandbox commands: off, auto (where possible) or required (no session can run one without). Default: auto',
} as const;

/** What the help says about the options of `bowline serve` and `bowline worker`. */
export const serverOptionHelp = {
  database: 'PostgreSQL, with the role bowline_app (with --dev: a role that may migrate). Default: $DATABASE_URL',
  workerDatabase: 'PostgreSQL, with the role bowline_app. Default: $DATABASE_URL',
  restateIngress: "Restate's ingress. Default: $RESTATE_INGRESS_URL, then http://127.0.0.1:8080",
  restateAdmin: "Restate's admin API. Default: $RESTATE_ADMIN_URL, then http://127.0.0.1:9070",
  identity: "Restate's public key (publickeyv1_...). Default: $RESTATE_IDENTITY_KEY",
  nats: 'publish events over NATS instead of PostgreSQL. Default: $NATS_URL',
  listen: 'the address on which Restate calls the worker. Default: 127.0.0.1:9080',
  shared: 'let several workers on this machine listen on the same port',
  url: 'the address under which Restate reaches all workers, including later versions',
  host: 'the address to listen on. Default: 127.0.0.1',
  name: 'an additional host name of this server, for example behind a proxy (repeatable)',
  workspaces:
    'the folders that sessions may work in; {tenant} stands for the tenant (repeatable). Default: any folder, with the rights of this user',
  files:
    'keep the files of sessions here, so that workers share no disk: a folder, or s3://BUCKET/PREFIX?endpoint=URL&region=NAME with the key in $AWS_ACCESS_KEY_ID and $AWS_SECRET_ACCESS_KEY. Default: $BOWLINE_FILES, or sessions work in their workspaces',
  homes: 'the folder of this worker for the files of open sessions, with --files. Default: ~/.bowline/homes',
  port: 'the port to listen on. Default: 8420',
  tokens:
    'access tokens as JSON: [{ "tenant": "NAME", "token": "..." }]. Default: $BOWLINE_TOKEN for the tenant "default"',
  statusPort: 'the port for /healthz, /readyz and /metrics, protected by $BOWLINE_TOKEN',
  drain: 'how long open turns may continue after SIGTERM. Default: 20',
  dev: 'run everything on this machine: also starts Restate and a worker, and migrates the database',
  migrate: "migrate the database to this version's schema, with its owner's role, and exit",
} as const;
