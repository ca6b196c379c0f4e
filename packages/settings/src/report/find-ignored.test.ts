import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { findIgnored, type Ignored } from './find-ignored.ts';
import { openSettings } from '../resolve/open-settings.ts';

let root: string;
beforeEach(() => {
  root = realpathSync(mkdtempSync(join(tmpdir(), 'bowline-ignored-')));
  for (const folder of ['home', 'work']) mkdirSync(at(folder));
});
afterEach(() => {
  rmSync(root, { recursive: true, force: true });
});

const at = (path: string): string => join(root, path);

function write(path: string, value: unknown): void {
  mkdirSync(dirname(at(path)), { recursive: true });
  writeFileSync(at(path), JSON.stringify(value));
}

function find({ env = {}, isTrusted = true, workspace = 'work' } = {}): readonly Ignored[] {
  const places = {
    GEMINI_CLI_SYSTEM_SETTINGS_PATH: at('etc/gemini/settings.json'),
    BOWLINE_SYSTEM_SETTINGS: at('etc/ours/settings.json'),
  };
  const home = at('home');
  const settings = openSettings({
    env: { ...places, ...env },
    home,
    bowlineHome: at('home/.bowline'),
    workspace: at(workspace),
    isTrusted,
  });
  return findIgnored(settings, home).map((each) => ({ ...each, source: each.source.replace(`${root}/`, '') }));
}

const hook = { type: 'command', name: 'guard', command: './guard.sh' };
const event = [{ matcher: 'write_file', hooks: [hook] }];

test.each<[settings: unknown, kind: string, names: readonly string[]]>([
  [{ tools: { sandbox: true } }, 'sandbox', ['on']],
  [{ tools: { sandbox: 'docker' } }, 'sandbox', ['docker']],
  [{ tools: { sandbox: { enabled: true, command: 'podman' } } }, 'sandbox', ['podman']],
  [{ tools: { sandbox: { enabled: true } } }, 'sandbox', ['on']],
  [{ sandbox: 'docker' }, 'sandbox', ['docker']],
  [{ security: { toolSandboxing: true } }, 'sandbox', ['on']],
  [{ hooks: { BeforeTool: event, AfterAgent: event } }, 'hooks', ['BeforeTool', 'AfterAgent']],
  [{ hooks: { BeforeTool: event }, hooksConfig: { disabled: ['another'] } }, 'hooks', ['BeforeTool']],
  [{ mcpServers: { github: {}, docs: {} } }, 'mcpServers', ['github', 'docs']],
  [{ mcpServers: { github: {}, docs: {} }, mcp: { allowed: ['docs'] } }, 'mcpServers', ['docs']],
  [{ mcpServers: { github: {}, docs: {} }, mcp: { allowed: [], excluded: ['docs'] } }, 'mcpServers', ['github']],
  [{ mcp: { serverCommand: './server' } }, 'mcpServers', ['mcp.serverCommand']],
])('%j is reported as ignored', (settings, kind, names) => {
  for (const place of ['home/.gemini', 'home/.bowline', 'work/.gemini', 'etc/gemini']) {
    write(`${place}/settings.json`, settings);
    expect(find()).toEqual([{ kind, source: `${place}/settings.json:1`, names }]);
    rmSync(at(place), { recursive: true });
  }
});

test.each([
  {},
  { tools: { sandbox: false } },
  { tools: { sandbox: 'false' } },
  { tools: { sandbox: { enabled: false, command: 'docker' } } },
  { tools: { sandbox: { image: 'mine' } } },
  { tools: { sandboxAllowedPaths: ['/srv'], sandboxNetworkAccess: true } },
  { security: { toolSandboxing: false } },
  { hooks: {} },
  { hooks: { BeforeTool: [] } },
  { hooks: { BeforeTool: [{ matcher: 'x', hooks: [] }] } },
  { hooks: { BeforeTool: event }, hooksConfig: { enabled: false } },
  { hooks: { BeforeTool: event }, hooksConfig: { disabled: ['guard'] } },
  { hooks: { BeforeTool: event }, hooksConfig: { disabled: ['./guard.sh'] } },
  { mcpServers: {} },
  { mcpServers: { github: {} }, mcp: { excluded: ['github'] } },
  { mcpServers: 'nonsense', hooks: 3 },
])('%j is not reported', (settings) => {
  write('home/.gemini/settings.json', settings);
  expect(find()).toEqual([]);
});

test('only the effective sandbox setting is reported, and the variable overrides any file', () => {
  write('home/.gemini/settings.json', { tools: { sandbox: 'docker' } });
  write('work/.gemini/settings.json', { tools: { sandbox: false } });
  expect(find()).toEqual([]);
  expect(find({ isTrusted: false })).toMatchObject([{ names: ['docker'] }]);
  expect(find({ env: { GEMINI_SANDBOX: ' Podman' } })).toEqual([
    { kind: 'sandbox', source: '$GEMINI_SANDBOX', names: ['podman'] },
  ]);
  write('etc/gemini/settings.json', { tools: { sandbox: 'lxc' } });
  expect(find()).toMatchObject([{ source: 'etc/gemini/settings.json:1', names: ['lxc'] }]);
  for (const off of ['false', '0', 'FALSE']) expect(find({ env: { GEMINI_SANDBOX: off } })).toEqual([]);
});

test('hooks of an extension are reported, and disabled extensions are not', () => {
  write('home/.gemini/extensions/tidy/gemini-extension.json', {});
  write('home/.gemini/extensions/tidy/hooks/hooks.json', {});
  write('home/.gemini/skills/pdf/SKILL.md', '');
  expect(find()).toEqual([
    { kind: 'hooks', source: 'home/.gemini/extensions/tidy/hooks/hooks.json', names: ['tidy'] },
    { kind: 'extensions', source: 'home/.gemini/extensions', names: ['tidy'] },
    { kind: 'skills', source: 'home/.gemini/skills', names: ['pdf'] },
  ]);
  write('home/.gemini/settings.json', { extensions: { disabled: ['tidy'] }, skills: { disabled: ['pdf'] } });
  expect(find()).toEqual([]);
  write('home/.gemini/settings.json', { extensions: { disabled: ['tidy'] }, skills: { enabled: false } });
  expect(find()).toEqual([]);
});

test('an untrusted folder is not searched, and the home folder is searched once', () => {
  write('work/.gemini/settings.json', { mcpServers: { github: {} } });
  write('work/.gemini/commands/fix.toml', '');
  write('home/.gemini/commands/own.toml', '');
  const own = { kind: 'commands', source: 'home/.gemini/commands', names: ['/own'] };
  expect(find({ isTrusted: false })).toEqual([own]);
  expect(find({ workspace: 'home' })).toEqual([own]);
  expect(find().map(({ names }) => names)).toEqual([['github'], ['/own'], ['/fix']]);
});
