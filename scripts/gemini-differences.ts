import type { GeminiKeyState } from '../packages/assembly/src/settings/gemini-keys.ts';

/** Something of Gemini CLI's besides settings, and what it is here. */
export interface GeminiThing {
  readonly name: string;
  readonly state: GeminiKeyState;
  readonly note: string;
  /** The flag of ours that does it, which has to exist. */
  readonly flag?: string;
}

export const flags: readonly GeminiThing[] = [
  { name: '-p, --prompt', state: 'supported', flag: '--prompt', note: 'what is piped in comes before it' },
  {
    name: 'words without a flag',
    state: 'supported',
    note: 'the first prompt of a session on the screen; without a terminal as with -p',
  },
  { name: '-m, --model', state: 'supported', flag: '--model', note: 'and PROVIDER/MODEL' },
  {
    name: '-o, --output-format',
    state: 'different',
    flag: '--output-format',
    note: 'errors are in the JSON, on stdout; also events',
  },
  { name: '-y, --yolo', state: 'supported', flag: '--yolo', note: '' },
  { name: '--approval-mode', state: 'supported', flag: '--approval-mode', note: '' },
  { name: '-r, --resume', state: 'different', flag: '--resume', note: 'latest or the beginning of an id, no number' },
  { name: '--session-id', state: 'supported', flag: '--session-id', note: '' },
  { name: '--include-directories', state: 'supported', flag: '--include-directories', note: '' },
  {
    name: '--policy',
    state: 'different',
    flag: '--policy',
    note: 'besides the files in policies/, not in place of them',
  },
  { name: '--skip-trust', state: 'different', flag: '--trust', note: 'called --trust' },
  {
    name: '--fake-responses, --record-responses',
    state: 'different',
    flag: '--replay-responses',
    note: 'called --replay-responses and --record-responses',
  },
  { name: '-d, --debug', state: 'different', flag: '--debug', note: 'takes a file' },
  { name: '--list-sessions, --delete-session', state: 'different', note: 'bowline sessions list, bowline sessions rm' },
  { name: '--allowed-tools', state: 'no', note: 'tools.allowed in settings, or a policy' },
  { name: '--admin-policy', state: 'no', note: '/etc/bowline/policies' },
  { name: '-i, --prompt-interactive', state: 'supported', flag: '--prompt-interactive', note: '' },
  { name: '--screen-reader', state: 'supported', flag: '--screen-reader', note: '' },
  {
    name: '-s, --sandbox',
    state: 'different',
    note: 'commands are confined by the system, no container is started: alone it means `required`; `--sandbox=auto` and `--sandbox=off` too',
  },
  { name: '--allowed-mcp-server-names; mcp', state: 'later', note: 'MCP servers are not supported yet' },
  {
    name: '-e, --extensions; -l, --list-extensions; extensions',
    state: 'later',
    note: 'extensions are not supported yet',
  },
  { name: '--acp', state: 'later', note: '' },
  { name: '-w, --worktree; --session-file', state: 'later', note: '' },
  {
    name: '--raw-output, --accept-raw-output-risk',
    state: 'no',
    note: 'a pipe gets the text as it is, a terminal gets no escape sequences but colors',
  },
];

export const files: readonly GeminiThing[] = [
  {
    name: '`~/.gemini/settings.json`, `.gemini/settings.json`',
    state: 'supported',
    note: 'the table above; the second in trusted folders only',
  },
  {
    name: '`/etc/gemini-cli/settings.json`, `system-defaults.json`',
    state: 'supported',
    note: 'the first over everybody, the second under',
  },
  {
    name: '`~/.gemini/trustedFolders.json`',
    state: 'supported',
    note: 'read; `/trust` and `bowline trust` write a file of their own',
  },
  {
    name: '`~/.gemini/policies/*.toml`, `.gemini/policies/*.toml`',
    state: 'different',
    note: 'the same format; where a verdict differs there is a test that says so',
  },
  { name: '`/etc/gemini-cli/policies/*.toml`', state: 'supported', note: 'where only root can write' },
  {
    name: '`.geminiignore`',
    state: 'supported',
    note: 'and no command reads what it names, where the sandbox holds: [ignore.md](ignore.md)',
  },
  { name: '`GEMINI.md`, `AGENTS.md`', state: 'supported', note: 'and what `context.fileName` names' },
  {
    name: '`~/.gemini/commands`, `.gemini/commands`',
    state: 'later',
    note: 'custom commands are not supported yet; they are named at the start',
  },
  {
    name: '`skills/` and `agents/` in `~/.gemini` and `.gemini`, `.agents/skills`',
    state: 'later',
    note: 'not supported yet; they are named at the start',
  },
  {
    name: '`~/.gemini/extensions`',
    state: 'later',
    note: 'not supported yet; they are named at the start, also those that `extension-enablement.json` turns off',
  },
  {
    name: '`.env`, `.gemini/.env`',
    state: 'no',
    note: 'set variables in your shell; `/auth` and `bowline auth set` store a key',
  },
  { name: 'sessions in `~/.gemini/tmp`', state: 'no', note: 'sessions of ours are logs in `~/.bowline/sessions`' },
  {
    name: '`oauth_creds.json`, `google_accounts.json`',
    state: 'no',
    note: 'a key, or Vertex AI with Google’s credentials',
  },
];

export const variables: readonly GeminiThing[] = [
  {
    name: '`GEMINI_API_KEY`, `GOOGLE_API_KEY`, `GOOGLE_GEMINI_BASE_URL`, `GOOGLE_VERTEX_BASE_URL`',
    state: 'supported',
    note: 'a base URL needs nothing else',
  },
  {
    name: '`GOOGLE_GENAI_USE_VERTEXAI`, `GOOGLE_CLOUD_PROJECT`, `GOOGLE_CLOUD_LOCATION`, `GOOGLE_APPLICATION_CREDENTIALS`',
    state: 'supported',
    note: '',
  },
  { name: '`GEMINI_MODEL`', state: 'supported', note: '`BOWLINE_MODEL` is stronger' },
  { name: '`GEMINI_CLI_CUSTOM_HEADERS`', state: 'supported', note: '' },
  { name: '`GEMINI_CLI_TRUST_WORKSPACE`', state: 'supported', note: 'as --trust' },
  { name: '`GEMINI_CLI_SYSTEM_SETTINGS_PATH`, `GEMINI_CLI_SYSTEM_DEFAULTS_PATH`', state: 'supported', note: '' },
  { name: '`GEMINI_CLI_HOME`, `GEMINI_CLI_TRUSTED_FOLDERS_PATH`', state: 'later', note: '' },
  {
    name: '`GEMINI_SANDBOX`',
    state: 'no',
    note: 'no container is started, which is said at the start; use `--sandbox`',
  },
  { name: '`SEATBELT_PROFILE`', state: 'no', note: 'there is one profile, see security.md' },
  { name: '`GEMINI_SYSTEM_MD`', state: 'later', note: '' },
  { name: '`GEMINI_TELEMETRY_*`', state: 'later', note: 'there is no telemetry' },
  {
    name: '`GOOGLE_GENAI_USE_GCA`',
    state: 'no',
    note: 'use a key, or Vertex AI; signing in with a Google account is not supported',
  },
];
