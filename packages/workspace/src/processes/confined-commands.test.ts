import { defaultLimits, type Confinement } from '../sandbox/confinement.ts';
import { detectBubblewrap } from '../sandbox/linux/detect-bubblewrap.ts';
import { execFileSync } from 'node:child_process';
import {
  accessSync,
  constants,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { release, tmpdir } from 'node:os';
import { join } from 'node:path';
import process from 'node:process';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { isAlive } from '../../../../tests/tools/is-alive.ts';
import type { CommandEnd, CommandStart, WorkspaceCommand } from '../workspace.ts';
import { SupervisedCommands } from './supervised-commands.ts';
import { readAddress } from './supervisor-address.ts';

const execArgv = ['--conditions=@bowline/source', '--no-warnings'];
const supervisorEntry = join(import.meta.dirname, '../supervisor/main.ts');
const path = process.env['PATH'] ?? '';
const slow = { timeout: 20_000 };
const patient = { timeout: 10_000, interval: 5 };
const detected = detectBubblewrap({ architecture: process.arch, release: release(), uid: process.getuid?.() ?? 0 });

/** Folders that are other ones for a command, as far as this user can write to them. */
const replaced = ['/tmp', '/var/tmp', '/dev/shm', '/run'].filter(isWritable);

let folder = '';
let workspace = '';
let home = '';
let opened: SupervisedCommands[] = [];
const stateFolder = (): string => join(folder, 'state');
const journal = (): string => join(folder, 'journal');

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'bowline-'));
  workspace = join(folder, 'work');
  home = join(folder, 'home');
  for (const each of [workspace, home, join(home, '.ssh')]) mkdirSync(each);
  writeFileSync(join(home, '.ssh', 'id_rsa'), 'PRIVATE KEY');
});
afterEach(async () => {
  for (const commands of opened) commands.close();
  opened = [];
  await expect.poll(() => readAddress(stateFolder()), patient).toBeUndefined();
  rmSync(folder, { recursive: true });
});

function open({ leaseMs = 50, home: bowlineHome = folder } = {}): SupervisedCommands {
  if (!detected.ok) throw new Error(detected.problem);
  const { found } = detected;
  const commands = new SupervisedCommands({
    stateFolder: join(bowlineHome, 'state'),
    supervisorEntry,
    leaseMs,
    execPath: process.execPath,
    execArgv,
    env: { PATH: path, HOME: home },
    sandbox: async () => ({ bubblewrap: found, journal: join(bowlineHome, 'journal') }),
  });
  opened.push(commands);
  return commands;
}

function confined(profile: Confinement['profile'], change: Partial<Confinement> = {}): Confinement {
  const nothing = { readable: [], writable: [], hidden: [] };
  return { profile, folders: [workspace], home, ...nothing, unixSockets: false, limits: defaultLimits, ...change };
}

let made = 0;
function start(
  command: string,
  confinement: Confinement,
  how: Partial<CommandStart> & { readonly commands?: SupervisedCommands } = {},
): Promise<WorkspaceCommand> {
  const { commands = open(), ...rest } = how;
  return commands.start({ key: `k${(made += 1)}`, command, cwd: workspace, confinement, ...rest });
}

async function run(command: string, confinement: Confinement, how: Partial<CommandStart> = {}): Promise<CommandEnd> {
  return (await start(command, confinement, how)).ended;
}

const git = (...args: readonly string[]): string =>
  execFileSync('git', ['-c', 'user.name=a', '-c', 'user.email=a@b', ...args], { cwd: workspace, encoding: 'utf8' });

describe('a command in observe', slow, () => {
  test('reads the workspace and the system, and returns its own exit code', async () => {
    writeFileSync(join(workspace, 'a'), 'here\n');
    const end = await run('cat a; test -x /usr/bin/env; exit 7', confined('observe'));
    expect(end).toMatchObject({ exitCode: 7, head: 'here\n' });
  });

  test('starts from its words', async () => {
    writeFileSync(join(workspace, 'a b'), 'text\n');
    const end = await run('touch evil', confined('observe'), { words: ['cat', 'a b'] });
    expect(end).toMatchObject({ exitCode: 0, head: 'text\n' });
  });

  test('changes nothing and sees no keys, no other process and no network', async () => {
    const line = [
      'touch made',
      `cat ${home}/.ssh/id_rsa`,
      'touch /usr/outside /etc/outside /opt/outside',
      `kill -0 ${process.pid}`,
      'exec 3<>/dev/tcp/127.0.0.1/22',
      "tr '\\0' '\\n' </proc/1/environ | grep -c KEY",
    ];
    const end = await run(line.map((each) => `(${each}) && echo BROKEN`).join('; '), confined('observe'));
    expect(end.head).not.toContain('BROKEN');
    expect(end.head).not.toContain('PRIVATE');
    expect(end.head).toContain('Read-only file system');
    expect(readdirSync(workspace)).toEqual([]);
    expect(existsSync(join(folder, 'outside'))).toBe(false);
  });

  test('cannot read hidden files under any name', async () => {
    writeFileSync(join(workspace, '.env'), 'TOKEN=secret');
    execFileSync('ln', ['.env', 'hard'], { cwd: workspace });
    execFileSync('ln', ['-s', '.env', 'soft'], { cwd: workspace });
    const end = await run('cat .env; cat hard; cat soft; cat ../work/.env', confined('observe', { hidden: ['.env'] }));
    expect(end.head).not.toContain('secret');
    expect(end.head.match(/Permission denied/g)).toHaveLength(4);
  });
});

describe('a command in work', slow, () => {
  test('changes the workspace and nothing else', async () => {
    // It has its own temporary directories: what it writes there disappears with it.
    await run(`echo a > made; echo b > ${folder}/outside; echo c > ${home}/.bashrc`, confined('work'));
    expect(readdirSync(home)).toEqual(['.ssh']);
    expect(readFileSync(join(workspace, 'made'), 'utf8')).toBe('a\n');
    expect(existsSync(join(folder, 'outside'))).toBe(false);
  });

  test.each(replaced)('works below %s, which the sandbox replaces', async (above) => {
    const outer = mkdtempSync(join(above, 'bowline-'));
    try {
      workspace = join(outer, 'work');
      home = join(outer, 'home');
      for (const each of [workspace, home]) mkdirSync(each);
      writeFileSync(join(workspace, 'a'), 'here\n');
      const line = `cat a; touch made; touch ${home}/gone ${replaced.map((each) => `${each}/gone`).join(' ')}`;
      expect(await run(line, confined('work'))).toMatchObject({ head: expect.stringContaining('here\n') as string });
      expect([readdirSync(workspace).sort(), readdirSync(home)]).toEqual([['a', 'made'], []]);
      expect(replaced.filter((each) => existsSync(join(each, 'gone')))).toEqual([]);
    } finally {
      rmSync(outer, { recursive: true });
    }
  });

  test('commits, but does not commit placeholders for missing files', async () => {
    git('init', '-q', '-b', 'main');
    writeFileSync(join(workspace, 'a'), '1');
    const commit = 'git add -A && git -c user.name=a -c user.email=a@b commit -qm one && git status --short';
    expect(await run(commit, confined('work'))).toMatchObject({ exitCode: 0, head: '' });
    expect(git('ls-tree', '-r', '--name-only', 'HEAD')).toBe('a\n');
    expect(readdirSync(workspace).sort()).toEqual(['.git', 'a']);
    expect(readdirSync(journal())).toEqual([]);
  });

  test.each([
    'echo x > .git/hooks/pre-commit',
    'git config core.fsmonitor evil',
    'echo .. > .git/commondir',
    'mkdir -p .git/modules/sub && echo x > .git/modules/sub/config',
    'mv .git old && cp -r old .git && echo x > .git/hooks/pre-commit',
    'mkdir -p .vscode && echo {} > .vscode/tasks.json',
    'echo {} > .mcp.json',
    'mkdir -p .bowline/policies && echo x > .bowline/policies/a.toml',
    'rm -rf .claude && mkdir .claude && touch .claude/settings.json',
  ])('cannot do this: %s', async (line) => {
    git('init', '-q', '-b', 'main');
    const end = await run(`${line} && echo BROKEN`, confined('work'));
    expect(end.exitCode).not.toBe(0);
    expect(end.head).not.toContain('BROKEN');
    expect(readdirSync(workspace)).toEqual(['.git']);
    expect(git('config', '--list', '--local')).not.toContain('evil');
  });

  test('commits in a linked worktree, but cannot change the hooks of the repository outside', async () => {
    const main = join(folder, 'main');
    mkdirSync(main);
    execFileSync('git', ['init', '-q', '-b', 'main'], { cwd: main });
    execFileSync('git', ['-c', 'user.name=a', '-c', 'user.email=a', 'commit', '-q', '--allow-empty', '-m', 'a'], {
      cwd: main,
    });
    rmSync(workspace, { recursive: true });
    execFileSync('git', ['worktree', 'add', '-q', workspace, '-b', 'side'], { cwd: main });
    const commit = 'touch a && git add a && git -c user.name=a -c user.email=a@b commit -qm one';
    expect(await run(commit, confined('work'))).toMatchObject({ exitCode: 0, head: '' });
    const hook = `echo x > ${main}/.git/hooks/pre-commit || echo walled; touch ${main}/file; echo x > .git || echo walled`;
    expect((await run(hook, confined('work'))).head.match(/walled/g)).toHaveLength(2);
    expect(readdirSync(main)).toEqual(['.git']);
    expect(git('log', '--format=%s')).toBe('one\na\n');
    expect(await run('git log --format=%s', confined('observe'))).toMatchObject({ head: 'one\na\n' });
  });

  test('leaves a placeholder that another command still needs', async () => {
    const commands = open();
    const first = await start('while [ ! -e go ]; do sleep 0.01; done', confined('work'), { commands });
    const second = await start('touch go; sleep 0.3; touch .mcp.json', confined('work'), { commands });
    await first.ended;
    const end = await second.ended;
    expect(end.head).toMatch(/Read-only file system|Permission denied/);
    expect(readdirSync(workspace)).toEqual(['go']);
  });
});

describe('commands of two installations in one workspace', slow, () => {
  test('leave each other the placeholders for missing files', async () => {
    const other = join(folder, 'other');
    const commands = open({ home: other });
    const first = await start('while [ ! -e go ]; do sleep 0.01; done', confined('work'));
    const second = await start(
      'touch go; while [ ! -e on ]; do sleep 0.01; done; touch .mcp.json && echo BROKEN',
      confined('work'),
      { commands },
    );
    await first.ended;
    writeFileSync(join(workspace, 'on'), '');
    const end = await second.ended;
    expect(end.head).toMatch(/Read-only file system|Permission denied/);
    expect(end.head).not.toContain('BROKEN');
    expect(readdirSync(workspace).sort()).toEqual(['go', 'on']);
    commands.close();
    await expect.poll(() => readAddress(join(other, 'state')), patient).toBeUndefined();
  });
});

describe('a sandboxed command', slow, () => {
  test('gets a signal before it is killed', async () => {
    const command = await start(
      'trap "echo bye; exit 3" TERM; echo up; while :; do sleep 0.01; done',
      confined('observe'),
    );
    await new Promise<void>((resolve) => {
      command.onOutput((text) => {
        if (text.includes('up')) resolve();
      });
    });
    await command.kill();
    expect(await command.ended).toMatchObject({
      exitCode: 3,
      stop: { cause: 'killed' },
      head: expect.stringContaining('bye') as string,
    });
  });

  test('leaves no process behind, and no process outlives its supervisor', async () => {
    const end = await run('sleep 1000 & echo started', confined('observe'));
    expect(end).toMatchObject({ exitCode: 0, head: 'started\n' });
    const commands = open({ leaseMs: 60_000 });
    const running = await start('touch up; sleep 1000', confined('work'), { commands });
    await expect.poll(() => existsSync(join(workspace, 'up')), patient).toBe(true);
    const pid = Number(
      readFileSync(`/proc/${running.pid ?? 0}/stat`, 'utf8')
        .split(') ')[1]
        ?.split(' ')[1],
    );
    process.kill(pid, 'SIGKILL');
    await expect.poll(() => isAlive(running.pid ?? 0), patient).toBe(false);
    // The next supervisor removes what the killed one left.
    commands.close();
    await expect.poll(async () => (await run('true', confined('observe'))).exitCode, patient).toBe(0);
    expect(readdirSync(workspace)).toEqual(['up']);
  });

  test('has its own terminal for input', async () => {
    const command = await start('read -r name </dev/tty; echo "hello $name"; touch made', confined('observe'), {
      pty: true,
    });
    expect(command.hasTerminal).toBe(true);
    await command.write('you\n');
    const end = await command.ended;
    expect(end.head).toContain('hello you');
    expect(end.head).toContain('Read-only file system');
  });

  test('does not run without a sandbox', async () => {
    const launch = { execPath: process.execPath, execArgv, env: { PATH: path } };
    const commands = new SupervisedCommands({ stateFolder: stateFolder(), supervisorEntry, leaseMs: 50, ...launch });
    opened.push(commands);
    const end = await (await start('echo BROKEN', confined('observe'), { commands })).ended;
    expect(end.exitCode).not.toBe(0);
    expect(end.head).not.toContain('BROKEN');
    expect(end.head).toContain('sandbox');
  });
});

function isWritable(path: string): boolean {
  try {
    accessSync(path, constants.W_OK);
    return true;
  } catch {
    return false;
  }
}
