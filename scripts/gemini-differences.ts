import type { GeminiKeyState } from '../packages/settings/src/keys/gemini-keys.ts';

/** A flag, file or variable of Gemini CLI, and what Bowline does with it. */
export interface GeminiThing {
  readonly name: string;
  readonly state: GeminiKeyState;
  readonly note: string;
  /** Bowline's flag for it, which must exist. */
  readonly flag?: string;
}

export const flags: readonly GeminiThing[] = [
  { name: '-p, --prompt', state: 'supported', flag: '--prompt', note: 'piped text comes before the prompt' },
  {
    name: 'a prompt without a flag',
    state: 'supported',
    note: 'starts an interactive session; without a terminal, the same as -p',
  },
  { name: '-m, --model', state: 'supported', flag: '--model', note: 'also takes PROVIDER/MODEL' },
  {
    name: '-o, --output-format',
    state: 'different',
    flag: '--output-format',
    note: 'errors are part of the JSON on stdout; also takes events',
  },
  { name: '-y, --yolo', state: 'supported', flag: '--yolo', note: '' },
  { name: '--approval-mode', state: 'supported', flag: '--approval-mode', note: '' },
  {
    name: '-r, --resume',
    state: 'different',
    flag: '--resume',
    note: 'takes latest or the beginning of an id, not a number',
  },
  { name: '--session-id', state: 'supported', flag: '--session-id', note: '' },
  { name: '--include-directories', state: 'supported', flag: '--include-directories', note: '' },
  {
    name: '--policy',
    state: 'different',
    flag: '--policy',
    note: 'added to the files in policies/',
  },
  { name: '--skip-trust', state: 'different', flag: '--trust', note: 'use --trust' },
  {
    name: '--fake-responses, --record-responses',
    state: 'different',
    flag: '--replay-responses',
    note: 'use --replay-responses and --record-responses',
  },
  { name: '-d, --debug', state: 'different', flag: '--debug', note: 'takes a file name' },
  {
    name: '--list-sessions, --delete-session',
    state: 'different',
    note: 'use bowline sessions list, bowline sessions rm',
  },
  { name: '--allowed-tools', state: 'no', note: 'use the setting tools.allowed, or a policy' },
  { name: '--admin-policy', state: 'no', note: 'use /etc/bowline/policies' },
  { name: '-i, --prompt-interactive', state: 'supported', flag: '--prompt-interactive', note: '' },
  { name: '--screen-reader', state: 'supported', flag: '--screen-reader', note: '' },
  {
    name: '-s, --sandbox',
    state: 'different',
    note: 'uses the system sandbox, not a container. Without a value: `required`. Also `--sandbox=auto` and `--sandbox=off`',
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
    note: 'a pipe gets the text unchanged; a terminal gets no escape sequences except colors',
  },
];

export const files: readonly GeminiThing[] = [
  {
    name: '`~/.gemini/settings.json`, `.gemini/settings.json`',
    state: 'supported',
    note: 'see the table above; project settings only in trusted folders',
  },
  {
    name: '`/etc/gemini-cli/settings.json`, `system-defaults.json`',
    state: 'supported',
    note: 'the first overrides user settings, the second provides defaults',
  },
  {
    name: '`~/.gemini/trustedFolders.json`',
    state: 'supported',
    note: 'read, never written; `/trust` and `bowline trust` use their own file',
  },
  {
    name: '`~/.gemini/policies/*.toml`, `.gemini/policies/*.toml`',
    state: 'different',
    note: 'same format; [policies.md](policies.md) has the differences',
  },
  { name: '`/etc/gemini-cli/policies/*.toml`', state: 'supported', note: 'used if only root can write them' },
  {
    name: '`.geminiignore`',
    state: 'supported',
    note: 'in the sandbox, commands cannot read these files either: [ignore.md](ignore.md)',
  },
  { name: '`GEMINI.md`, `AGENTS.md`', state: 'supported', note: 'also the names in `context.fileName`' },
  {
    name: '`~/.gemini/commands`, `.gemini/commands`',
    state: 'later',
    note: 'custom commands are not supported yet; Bowline lists them at start',
  },
  {
    name: '`skills/` and `agents/` in `~/.gemini` and `.gemini`, `.agents/skills`',
    state: 'later',
    note: 'not supported yet; Bowline lists them at start',
  },
  {
    name: '`~/.gemini/extensions`',
    state: 'later',
    note: 'not supported yet; Bowline lists them at start, including those that `extension-enablement.json` turns off',
  },
  {
    name: '`.env`, `.gemini/.env`',
    state: 'no',
    note: 'set variables in your shell; `/auth` and `bowline auth set` store a key',
  },
  { name: 'sessions in `~/.gemini/tmp`', state: 'no', note: 'Bowline stores sessions in `~/.bowline/sessions`' },
  {
    name: '`oauth_creds.json`, `google_accounts.json`',
    state: 'no',
    note: 'use an API key, or Vertex AI with Google’s credentials',
  },
];

export const variables: readonly GeminiThing[] = [
  {
    name: '`GEMINI_API_KEY`, `GOOGLE_API_KEY`, `GOOGLE_GEMINI_BASE_URL`, `GOOGLE_VERTEX_BASE_URL`',
    state: 'supported',
    note: 'a base URL works without other settings',
  },
  {
    name: '`GOOGLE_GENAI_USE_VERTEXAI`, `GOOGLE_CLOUD_PROJECT`, `GOOGLE_CLOUD_LOCATION`, `GOOGLE_APPLICATION_CREDENTIALS`',
    state: 'supported',
    note: '',
  },
  { name: '`GEMINI_MODEL`', state: 'supported', note: '`BOWLINE_MODEL` overrides it' },
  { name: '`GEMINI_CLI_CUSTOM_HEADERS`', state: 'supported', note: '' },
  { name: '`GEMINI_CLI_TRUST_WORKSPACE`', state: 'supported', note: 'same as --trust' },
  { name: '`GEMINI_CLI_SYSTEM_SETTINGS_PATH`, `GEMINI_CLI_SYSTEM_DEFAULTS_PATH`', state: 'supported', note: '' },
  { name: '`GEMINI_CLI_HOME`, `GEMINI_CLI_TRUSTED_FOLDERS_PATH`', state: 'later', note: '' },
  {
    name: '`GEMINI_SANDBOX`',
    state: 'no',
    note: 'Bowline starts no containers and says so at start; use `--sandbox`',
  },
  { name: '`SEATBELT_PROFILE`', state: 'no', note: 'there is one profile: [security.md](security.md)' },
  { name: '`GEMINI_SYSTEM_MD`', state: 'later', note: '' },
  { name: '`GEMINI_TELEMETRY_*`', state: 'later', note: 'Bowline has no telemetry' },
  {
    name: '`GOOGLE_GENAI_USE_GCA`',
    state: 'no',
    note: 'use an API key or Vertex AI; signing in with a Google account is not supported',
  },
];
