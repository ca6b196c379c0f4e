import { existsSync, mkdirSync, realpathSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { answer, type ScriptedStep } from '@bowline/testkit';
import { afterEach, expect, test } from 'vitest';
import { openBench, type Bench } from './run-bowline.ts';

/**
 * The user settings of Gemini CLI. Many keys have no effect in Bowline or are not supported yet; none may cause an
 * error.
 */
const USER = `{
  "$schema": "https://raw.githubusercontent.com/google-gemini/gemini-cli/main/schemas/settings.schema.json",
  // how I like it
  "ui": { "theme": "GitHub", "hideBanner": true, "footer": { "hideCWD": true } },
  "general": { "vimMode": true, "preferredEditor": "neovim", "sessionRetention": { "enabled": true, "maxAge": "30d" } },
  "security": { "auth": { "selectedType": "gemini-api-key" }, "folderTrust": { "enabled": true } },
  "privacy": { "usageStatisticsEnabled": false },
  "telemetry": { "enabled": false },
  "ide": { "enabled": true, "hasSeenNudge": true },
  "experimental": { "enableAgents": true },
  "model": { "name": "\${TEAM_MODEL:-gemini-2.5-pro}", "maxSessionTurns": 2, "skipNextSpeakerCheck": true },
  "modelConfigs": {
    "customAliases": { "gemini-2.5-flash": { "extends": "base", "modelConfig": { "generateContentConfig": { "temperature": 0.25 } } } },
  },
  "tools": {
    "exclude": ["run_shell_command(rm)"],
    "allowed": ["run_shell_command(mkdir)"],
    "sandbox": false,
  },
  "mcpServers": { "github": { "command": "npx", "args": ["-y", "@modelcontextprotocol/server-github"], "env": { "GITHUB_TOKEN": "$GITHUB_TOKEN" } } },
  "hooks": { "BeforeTool": [{ "matcher": "write_file", "hooks": [{ "type": "command", "command": "exit 2" }] }] },
}
`;

/** The settings that a team has in its repository. */
const WORKSPACE = `{
  "model": { "name": "gemini-2.5-flash" },
  "general": { "defaultApprovalMode": "auto_edit" },
  "context": { "fileName": ["AGENTS.md", "GEMINI.md"], "includeDirectories": ["../shared"], "fileFiltering": { "respectGitIgnore": true } },
  "tools": { "exclude": ["web_fetch"], "shell": { "inactivityTimeout": 600 } },
  "mcpServers": { "docs": { "httpUrl": "http://127.0.0.1:9/mcp" } },
}
`;

let bench: Bench;
let workspace: string;

async function open(...steps: readonly ScriptedStep[]): Promise<void> {
  bench = await openBench(...steps);
  workspace = realpathSync.native(bench.workspace);
  write(join(bench.home, '.gemini/settings.json'), USER);
  write(join(bench.home, '.gemini/trustedFolders.json'), JSON.stringify({ [workspace]: 'TRUST_FOLDER' }));
  write(join(workspace, '.gemini/settings.json'), WORKSPACE);
  mkdirSync(join(workspace, '../shared'));
}

function write(path: string, text: string): void {
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, text);
}

const shell = (command: string): ScriptedStep => answer.calls({ name: 'run_shell_command', args: { command } });
const sent = (n: number): string => JSON.stringify(bench.server.requests[n]?.body);

afterEach(async () => {
  await bench.close();
});

test('a home and a workspace of Gemini CLI work unchanged, and only unsupported features are reported', async () => {
  await open(answer.calls({ name: 'write_file', args: { file_path: 'a.txt', content: 'A' } }), answer.text('done'));
  const { code, stdout, stderr } = await bench.run(['-p', 'go']);
  expect([code, stdout]).toEqual([0, 'done\n']);
  expect(stderr).toBe(
    'bowline: Bowline ignores 3 items of your Gemini CLI setup: hooks, MCP servers. To list them: bowline settings ignored\n',
  );
  const [request] = bench.server.requests;
  expect(request?.model).toBe('gemini-2.5-flash');
  expect(request?.body).toMatchObject({ generationConfig: { temperature: 0.25 } });
  expect(sent(0)).toContain(realpathSync.native(join(workspace, '../shared')));
  // The workspace sets auto_edit, so no approval was needed.
  expect(existsSync(join(workspace, 'a.txt'))).toBe(true);
});

test('its tool lists become rules: some commands need no approval, others never run', async () => {
  await open(
    answer.calls(
      { name: 'run_shell_command', args: { command: 'mkdir made' } },
      { name: 'run_shell_command', args: { command: 'rm -rf .gemini' } },
    ),
    answer.text('done'),
  );
  expect((await bench.run(['-p', 'go'])).code).toBe(0);
  expect([existsSync(join(workspace, 'made')), existsSync(join(workspace, '.gemini'))]).toEqual([true, true]);
  expect(sent(1)).toContain('Settings exclude this tool.');
  const { stdout } = await bench.run(['policy', 'explain', '--', 'run_shell_command', 'rm x']);
  expect(stdout).toContain(`${join(bench.home, '.gemini/settings.json')}:16`);
});

test('its turn limit applies', async () => {
  await open(shell('ls'), shell('pwd'), answer.text('never asked for'));
  const { code } = await bench.run(['-p', 'go']);
  expect([code, bench.server.requests.length]).toEqual([53, 2]);
});

test('Bowline settings override those of Gemini CLI', async () => {
  await open(answer.text('done'));
  write(join(workspace, '.bowline/settings.json'), '{ "model": { "name": "gemini-2.5-pro" } }');
  await bench.run(['-p', 'go']);
  expect(bench.server.requests[0]?.model).toBe('gemini-2.5-pro');
});

test('in an untrusted folder only the settings of the user apply', async () => {
  await open(answer.calls({ name: 'write_file', args: { file_path: 'a.txt', content: 'A' } }), answer.text('done'));
  write(join(bench.home, '.gemini/trustedFolders.json'), '{}');
  const { code, stderr } = await bench.run(['-p', 'go'], { env: { TEAM_MODEL: 'gemini-3.5-flash' } });
  expect([code, stderr]).toEqual([0, expect.stringContaining('not trusted')]);
  expect(bench.server.requests[0]?.model).toBe('gemini-3.5-flash');
  expect(existsSync(join(workspace, 'a.txt'))).toBe(false);
});

test('a session resumed in another folder uses the settings of its own folder', async () => {
  await open(
    answer.text('one'),
    answer.calls({ name: 'web_fetch', args: { url: 'http://127.0.0.1:9/' } }),
    answer.text('two'),
  );
  await bench.run(['-p', 'go', '--session-id', 'here']);
  write(join(workspace, '.gemini/settings.json'), '{ "tools": { "useRipgrep": "perhaps" } }');
  const { code, stderr } = await bench.run(['-r', 'here', '-p', 'more'], { cwd: bench.home });
  expect([code, stderr]).toEqual([
    42,
    expect.stringContaining(`${join(workspace, '.gemini/settings.json')}:1: tools.useRipgrep`),
  ]);
});

test('yolo mode can be disabled, and then no flag enables it', async () => {
  await open();
  write(join(bench.home, 'settings.json'), '{ "security": { "disableYoloMode": true } }');
  const { code, stderr } = await bench.run(['-y', '-p', 'go']);
  expect([code, stderr]).toEqual([42, expect.stringContaining('Approval mode yolo is disabled')]);
  expect(stderr).toContain('security.disableYoloMode is in');
});

/** Writes a home and a folder with every Gemini CLI feature that Bowline does not support. */
function writeEverything(): void {
  write(join(bench.home, '.gemini/settings.json'), '{\n  "mcpServers": { "github": {} },\n  "frobnicate": 1\n}');
  write(join(bench.home, '.gemini/extensions/tidy/gemini-extension.json'), '{}');
  write(join(bench.home, '.gemini/commands/git/commit.toml'), 'not even read');
  write(join(workspace, '.gemini/settings.json'), '{ "hooks": { "BeforeTool": [{ "hooks": [{ "command": "x" }] }] } }');
  write(join(workspace, '.gemini/commands/fix.toml'), '');
  write(join(workspace, '.gemini/agents/reviewer.md'), '');
  write(join(workspace, '.agents/skills/pdf/SKILL.md'), '');
}

const SANDBOX = { env: { GEMINI_SANDBOX: 'docker' } };

test('ignored parts of a Gemini CLI setup are one line, and bowline settings ignored lists them', async () => {
  await open(answer.text('done'));
  writeEverything();
  const { code, stdout, stderr } = await bench.run(['-p', 'go'], SANDBOX);
  expect([code, stdout]).toEqual([0, 'done\n']);
  expect(stderr.replaceAll(workspace, 'WORK').split('\n')).toEqual([
    'bowline: ~/.gemini/settings.json:3: unknown setting frobnicate. Run bowline settings list --all to list the settings',
    'bowline: Bowline ignores 8 items of your Gemini CLI setup: container sandbox, hooks, MCP servers, extensions, custom commands, skills, subagents. To list them: bowline settings ignored',
    '',
  ]);
  const ignored = await bench.run(['settings', 'ignored'], SANDBOX);
  expect(
    ignored.stdout
      .replaceAll(workspace, 'WORK')
      .split('\n')
      .filter((line) => !line.startsWith(' ')),
  ).toEqual([
    '~/.gemini/settings.json:3: unknown setting frobnicate',
    '$GEMINI_SANDBOX: containers are not supported; the operating system sandboxes commands (security.sandbox): docker',
    'WORK/.gemini/settings.json:1: hooks are not supported yet and do not run: BeforeTool',
    '~/.gemini/settings.json:2: MCP servers are not supported yet and do not start: github',
    '~/.gemini/extensions: extensions are not supported yet, including their MCP servers, hooks, policies and commands: tidy',
    '~/.gemini/commands: custom commands are not supported yet: /git:commit',
    'WORK/.gemini/commands: custom commands are not supported yet: /fix',
    'WORK/.agents/skills: skills are not supported yet: pdf',
    'WORK/.gemini/agents: subagents are not supported yet: reviewer',
    '~/.gemini/settings.json: these keys have no effect: mcpServers',
    'WORK/.gemini/settings.json: these keys have no effect: hooks',
    '',
  ]);
});

test('nothing in an untrusted folder is named, only the files of the user', async () => {
  await open(answer.text('done'));
  writeEverything();
  write(join(bench.home, '.gemini/trustedFolders.json'), '{}');
  const { stdout } = await bench.run(['settings', 'ignored']);
  expect(stdout).toContain('~/.gemini/commands: custom commands are not supported yet: /git:commit\n');
  for (const theirs of ['/fix', 'BeforeTool', 'reviewer', 'pdf']) expect(stdout).not.toContain(theirs);
});

const SETTINGS = '.gemini/settings.json';

test.each([
  { what: 'an unknown key', path: SETTINGS, text: '{ "frobnicate": 1 }', said: 'unknown setting frobnicate' },
  {
    what: 'a sandbox',
    path: SETTINGS,
    text: '{ "tools": { "sandbox": "podman" } }',
    said: '(security.sandbox): podman',
  },
  {
    what: 'a hook',
    path: SETTINGS,
    text: '{ "hooks": { "AfterTool": [{ "hooks": [{}] }] } }',
    said: 'do not run: AfterTool',
  },
  { what: 'an MCP server', path: SETTINGS, text: '{ "mcpServers": { "github": {} } }', said: 'do not start: github' },
  {
    what: 'an extension',
    path: '.gemini/extensions/tidy/gemini-extension.json',
    text: '{}',
    said: 'policies and commands: tidy',
  },
])('with --strict-settings, $what of Gemini CLI ends a run before any request', async ({ path, text, said }) => {
  bench = await openBench(answer.text('done'));
  write(join(bench.home, path), text);
  const { code, stderr } = await bench.run(['--strict-settings', '-p', 'go']);
  expect([code, stderr]).toEqual([42, expect.stringContaining(said)]);
  expect(stderr).toContain('run without --strict-settings');
  expect(bench.server.requests).toEqual([]);
  expect((await bench.run(['-p', 'go'])).code).toBe(0);
});

test('--strict-settings rejects ignored settings and variables, but not ignored commands', async () => {
  bench = await openBench(answer.text('done'));
  write(join(bench.home, '.gemini/commands/fix.toml'), '');
  const { code, stderr } = await bench.run(['--strict-settings', '-p', 'go']);
  expect([code, stderr]).toEqual([
    0,
    expect.stringContaining('Bowline ignores 1 item of your Gemini CLI setup: custom commands.'),
  ]);
  expect((await bench.run(['--strict-settings', '-p', 'go'], SANDBOX)).code).toBe(42);
});

test('a session resumed in another folder warns about the setup of its own folder', async () => {
  await open(answer.text('one'), answer.text('two'));
  await bench.run(['-p', 'go', '--session-id', 'here']);
  const resume = ['-r', 'here', '-p', 'more'];
  expect((await bench.run(resume, { cwd: bench.home })).stderr).toContain('Gemini CLI setup: hooks, MCP servers.');
  expect((await bench.run(['--strict-settings', ...resume], { cwd: bench.home })).code).toBe(42);
});

test('doctor lists everything that is ignored, with a fix', async () => {
  await open();
  writeEverything();
  for (const name of ['a', 'b', 'c', 'd']) write(join(bench.home, `.gemini/commands/${name}.toml`), '');
  const { code, stdout } = await bench.run(['doctor', '--offline'], SANDBOX);
  expect(code).toBe(0);
  expect(stdout).toContain('~/.gemini/commands: custom commands are not supported yet: /a, /b, /c, /d, /git:commit\n');
  expect(stdout).toMatch(/\$GEMINI_SANDBOX: containers are not supported.*: docker\n +fix: Remove it/);
});

test('a misspelled setting is a warning with a suggestion; a broken file ends the run', async () => {
  await open(answer.text('done'));
  write(join(bench.home, '.gemini/settings.json'), '{}');
  write(join(workspace, '.gemini/settings.json'), '{}');
  write(join(bench.home, 'settings.json'), '{\n  "modle": { "name": "x" },\n  "frobnicate": 1\n}');
  expect((await bench.run(['-p', 'go'])).stderr.split('\n')).toEqual([
    'bowline: ~/settings.json:2: unknown setting modle. Did you mean model?',
    'bowline: ~/settings.json:3: unknown setting frobnicate. Run bowline settings list --all to list the settings',
    '',
  ]);
  write(join(workspace, '.gemini/settings.json'), '{\n  "model": {\n}');
  const { code, stderr } = await bench.run(['-p', 'go']);
  expect([code, stderr]).toEqual([
    42,
    expect.stringContaining('settings.json:3: missing }\n  Correct or remove the file'),
  ]);
  expect((await bench.run(['doctor', '--offline'])).stdout).toContain('missing }');
});

test('doctor lists the source of each setting, and unused settings once', async () => {
  await open();
  const { stdout } = await bench.run(['doctor', '--offline']);
  const lines = stdout.split('\n').filter((line) => line.includes(' settings '));
  expect(lines.map((line) => line.replace(/^(\w+) +settings +/, '$1: ').replace(workspace, 'WORK'))).toEqual([
    'ok: ~/.gemini/settings.json (ui.theme, general.vimMode, general.preferredEditor, security.auth.selectedType, security.folderTrust.enabled, model.maxSessionTurns, modelConfigs.customAliases, tools.exclude, tools.allowed; overridden: model.name)',
    'ok: WORK/.gemini/settings.json (model.name, general.defaultApprovalMode, context.fileName, context.includeDirectories, tools.exclude, tools.shell.inactivityTimeout)',
    'warning: ~/.gemini/settings.json:21: hooks are not supported yet and do not run: BeforeTool',
    'warning: ~/.gemini/settings.json:20: MCP servers are not supported yet and do not start: github',
    'warning: WORK/.gemini/settings.json:6: MCP servers are not supported yet and do not start: docs',
    'ok: ~/.gemini/settings.json: these keys have no effect: ui.hideBanner, ui.footer, general.sessionRetention.enabled, general.sessionRetention.maxAge, privacy.usageStatisticsEnabled, telemetry, ide.enabled, ide.hasSeenNudge, experimental.enableAgents, model.skipNextSpeakerCheck, tools.sandbox, mcpServers, hooks',
    'ok: WORK/.gemini/settings.json: these keys have no effect: context.fileFiltering.respectGitIgnore, mcpServers',
    'ok: from the environment: BOWLINE_HOME, GOOGLE_GEMINI_BASE_URL',
  ]);
  write(join(bench.home, '.gemini/trustedFolders.json'), '{}');
  expect((await bench.run(['doctor', '--offline'])).stdout).toContain('is ignored, because the folder is not trusted');
});
