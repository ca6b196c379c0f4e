import { mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { applyFindings, type ShellReader } from '@bowline/policy';
import type { Effect } from '@bowline/protocol';
import { openLocalWorkspace, type Workspace } from '@bowline/workspace';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createLazyShellReader } from '../policy/lazy-shell-reader.ts';
import type { CheckedCall } from './call-paths.ts';
import { createSafetyChecks, type SafetyParts } from './create-safety-checks.ts';

const base = realpathSync(mkdtempSync(join(tmpdir(), 'bowline-safety-')));
const home = join(base, 'home');
const root = join(home, 'ws');
const artifacts = join(home, '.bowline/sessions/s1/artifacts');
let reader: ShellReader;

beforeAll(async () => {
  reader = await createLazyShellReader(undefined)();
  const files = ['ws/src/a.ts', 'ws/.git/config', 'ws/.env', 'ws/package.json', '.ssh/id_rsa', '.bashrc', 'other/x'];
  for (const file of [...files, 'ws-evil/x', '.bowline/sessions/s1/artifacts/out.txt']) {
    mkdirSync(dirname(join(home, file)), { recursive: true });
    writeFileSync(join(home, file), '');
  }
  symlinkSync(join(home, 'other'), join(root, 'link'));
  symlinkSync(join(home, '.ssh/id_rsa'), join(root, 'notes.txt'));
  symlinkSync(join(home, 'other/not-yet'), join(root, 'new.txt'));
});
afterAll(() => {
  rmSync(base, { recursive: true });
});

const workspace = openLocalWorkspace({
  root,
  directories: [artifacts],
  stateFolder: join(base, 'state'),
  supervisorEntry: '',
  execPath: '',
  execArgv: [],
  env: {},
});

function checks(more: Partial<SafetyParts> = {}): ReturnType<typeof createSafetyChecks> {
  return createSafetyChecks({
    workspace,
    root,
    directories: [artifacts],
    home,
    freeBytes: async () => 1e12,
    ...more,
  });
}

async function found(name: string, args: CheckedCall['args'], effect: Effect = 'read'): Promise<string[]> {
  const shell = name === 'run_shell_command' ? reader.read(String(args['command'])) : undefined;
  const findings = await checks()({ name, args, effect }, shell);
  return [...new Set(findings.map(({ check, severity }) => `${check} ${severity}`))];
}

/** The findings for a command, without warnings that it does more than its first words say. */
async function run(command: string, more: object = {}): Promise<string[]> {
  const lines = await found('run_shell_command', { command, ...more }, 'execute');
  return lines.filter((line) => line !== 'command_hazard warning');
}

describe('files', () => {
  test.each([
    ['src/a.ts', []],
    ['src/new/deep/b.ts', []],
    ['../ws-evil/x', ['outside_workspace danger']],
    ['link/x', ['symlink_escape danger']],
    ['new.txt', ['symlink_escape danger']],
    ['.git/hooks/pre-commit', ['git_hooks danger']],
    ['.gemini/settings.json', ['agent_config danger']],
    ['package.json', ['build_file danger']],
    [join(artifacts, 'out.txt'), []],
    [join(home, '.bowline/settings.json'), ['outside_workspace danger', 'agent_config danger']],
  ])('write_file %s', async (file_path, expected) => {
    expect(await found('write_file', { file_path, content: 'x' }, 'write')).toEqual(expected);
  });

  test.each([
    ['src/a.ts', []],
    ['.git/config', ['keys danger']],
    ['.env', ['keys danger']],
    ['notes.txt', ['symlink_escape danger', 'keys danger']],
    ['/etc/hostname', ['outside_workspace warning']],
    ['/nowhere/x', ['outside_workspace warning']],
  ])('read_file %s', async (file_path, expected) => {
    expect(await found('read_file', { file_path })).toEqual(expected);
  });

  test('are found in a workspace that the user spells through a link', async () => {
    symlinkSync(root, join(base, 'ws-link'));
    const check = checks({ root: join(base, 'ws-link') });
    const file_path = join(base, 'ws-link/link/x');
    const [finding] = await check({ name: 'read_file', args: { file_path }, effect: 'read' });
    expect(finding).toMatchObject({ check: 'symlink_escape' });
    const inside = { file_path: join(base, 'ws-link/src/a.ts') };
    expect(await check({ name: 'read_file', args: inside, effect: 'read' })).toEqual([]);
  });

  test('of the agent itself are guarded, wherever they are', async () => {
    const check = checks({ agentFolders: [join(home, 'other')] });
    const args = { file_path: join(home, 'other/rules.toml'), content: '' };
    const findings = await check({ name: 'write_file', args, effect: 'write' });
    expect(applyFindings('allow', findings, 'yolo')).toMatchObject({ because: { check: 'agent_config' } });
  });
});

describe('commands', () => {
  test.each([
    ['ls src', []],
    ['git status', []],
    ['cat ~/.ssh/id_rsa', ['outside_workspace danger', 'keys danger']],
    ['cat "$HOME/.ssh/id_rsa"', ['outside_workspace danger', 'keys danger']],
    ['cat < .env', ['keys danger']],
    ['cat .e*', ['keys danger']],
    ['cat ~/.s*/id_*', ['outside_workspace danger', 'keys danger']],
    ['cat notes.txt', ['symlink_escape danger', 'keys danger']],
    ['grep -rn .env src', []],
    ['grep /api/users src/a.ts', []],
    ['cd ../.ssh && cat id_rsa', ['keys danger', 'outside_workspace danger', 'outside_workspace warning']],
    ['echo x > .git/hooks/pre-commit', ['git_hooks danger']],
    ['echo x > /dev/null', []],
    ['echo x >> ~/.bashrc', ['outside_workspace danger', 'shell_profile danger']],
    ['cp src/a.ts .git/hooks/pre-commit', ['git_hooks danger']],
    ['cp src/a.ts link/../../x', ['outside_workspace danger']],
    ['cp src/a.ts link/../x', ['symlink_escape danger']],
    ['cd .git && cd hooks && tee x', ['git_internals danger', 'git_hooks danger']],
    ['mkdir -p .gemini', ['agent_config danger']],
    ['npm test', []],
    ['cat ../other/x', ['outside_workspace danger']],
    ['(cat) < ../other/x', ['outside_workspace danger']],
    ['echo "$( (cat) < ../other/x )"', ['outside_workspace danger']],
    ['cat /etc/passwd', []],
    ['ls /etc', ['outside_workspace warning']],
    ['grep -r x .', ['keys danger']],
    ['rg x', []],
    ['rg --hidden x', ['keys danger']],
    ['cat .[[:alpha:]]nv', ['keys danger']],
    ['for f in src/*.ts; do cat "$f"; done', []],
    ['for f in .e*; do cat "$f"; done', ['keys danger']],
  ])('%s', async (command, expected) => {
    expect(await run(command)).toEqual(expected);
  });

  test('that follow links in a directory show the targets', async () => {
    expect(new Set(await run('diff . src'))).toEqual(new Set(['symlink_escape danger', 'keys danger']));
  });

  test('that are destructive or cannot be analyzed are found', async () => {
    expect(await run('rm -rf ~')).toContain('destructive_command danger');
    expect(await run('echo $[ 1 ] > .git/hooks/x')).toEqual(['git_hooks danger', 'unclear_command warning']);
    expect(await run('echo `cat ~/.ssh/id_rsa`')).toContain('keys danger');
    const unread = await checks()({ name: 'run_shell_command', args: { command: 'tee .claude/x' }, effect: 'execute' });
    expect(unread.map(({ check }) => check)).toContain('agent_config');
  });

  test('are checked from their working directory', async () => {
    expect(await run('cat config', { dir_path: '.git' })).toEqual(['keys danger']);
    expect(await run('tee config', { dir_path: '.git' })).toEqual(['git_hooks danger']);
    expect(await run('ls', { dir_path: '../other' })).toEqual(['outside_workspace warning']);
  });
});

describe('written text', () => {
  test('is checked for secrets, and all text but replaced text for invisible characters', async () => {
    const key = `ghp_${'x1'.repeat(18)}`;
    const write = { file_path: 'a', content: key };
    expect(await found('write_file', write, 'write')).toEqual(['secret danger']);
    expect(await found('replace', { file_path: 'a', old_string: key, new_string: '' }, 'write')).toEqual([]);
    expect(await found('replace', { file_path: 'a', old_string: 'a\u202E', new_string: 'a' }, 'write')).toEqual([]);
    expect(await found('grep_search', { pattern: key })).toEqual([]);
    expect(await found('grep_search', { pattern: 'a\u202Eb' })).toEqual(['hidden_text danger']);
    expect(await found('mcp_send', { body: { text: key } }, 'network')).toEqual(['secret danger']);
    const [finding] = await checks()({ name: 'write_file', args: write, effect: 'write' });
    expect(finding?.message).toBe('content has what looks like a GitHub token in line 1');
  });

  test('is checked for its size and for the free space', async () => {
    const args = { file_path: 'a', content: 'x'.repeat(2000) };
    const asked: string[] = [];
    const small = checks({
      limits: { maxBytes: 1000 },
      freeBytes: async (folder) => {
        asked.push(folder);
        return 1500;
      },
    });
    const findings = await small({ name: 'write_file', args, effect: 'write' });
    expect(findings.map(({ check, severity }) => `${check} ${severity}`)).toEqual(['disk danger', 'size warning']);
    expect(asked).toEqual([root]);
    expect(await small({ name: 'read_file', args: { file_path: 'src/a.ts' }, effect: 'read' })).toEqual([]);
  });

  test('is checked for the real free space, even in a folder that does not exist yet', async () => {
    const { freeBytes: _, ...parts } = { freeBytes: 0, workspace, root, directories: [], home };
    const check = createSafetyChecks({ ...parts, limits: { keepFreeBytes: 1e18 } });
    const args = { file_path: 'not/yet/a', content: '' };
    expect(await check({ name: 'write_file', args, effect: 'write' })).toMatchObject([{ check: 'disk' }]);
  });
});

describe('a check throws', () => {
  const call: CheckedCall = { name: 'read_file', args: { file_path: 'a' }, effect: 'read' };
  const broken = (realPath: Workspace['files']['realPath']): Partial<SafetyParts> => ({
    workspace: { ...workspace, files: { ...workspace.files, realPath } },
  });

  test('when it fails', async () => {
    const fails = broken(() => Promise.reject(new TypeError('out of order')));
    await expect(checks(fails)(call)).rejects.toThrow('the safety check of paths failed: out of order');
  });

  test('when it takes too long', async () => {
    const hangs = { ...broken(() => new Promise(() => {})), limits: { timeoutMs: 10 } };
    await expect(checks(hangs)(call)).rejects.toThrow('the safety check of paths failed: it took longer');
  });

  test('when the free space cannot be determined', async () => {
    const fails = { freeBytes: () => Promise.reject(new TypeError('no disk')) };
    const args = { file_path: 'a', content: '' };
    await expect(checks(fails)({ name: 'write_file', args, effect: 'write' })).rejects.toThrow('no disk');
  });

  test('when there are too many files to check', async () => {
    const paths = Array.from({ length: 5001 }, (_, n) => `f${n}`);
    await expect(checks()({ name: 'mcp_x', args: { paths }, effect: 'read' })).rejects.toThrow('more than 5000 files');
  });
});
