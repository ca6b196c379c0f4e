import { existsSync, mkdirSync, readFileSync, realpathSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { answer } from '@bowline/testkit';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { createHostileFolder, createSpoofedWorktree } from '../hostile-folder/hostile-folder.ts';
import { openCanary } from '../hostile-folder/open-canary.ts';
import { CONTEXT_WORD, HOSTILE_MODEL, ORDINARY } from '../hostile-folder/trap.ts';
import { openBench, type Bench } from './run-bowline.ts';

let bench: Bench;
let workspace: string;
beforeEach(async () => {
  bench = await openBench(
    answer.calls({ name: 'read_file', args: { file_path: ORDINARY.path } }),
    answer.calls({ name: 'run_shell_command', args: { command: 'touch ran' } }),
    answer.text('done'),
  );
  workspace = realpathSync.native(bench.workspace);
  mkdirSync(bench.home);
});
afterEach(async () => {
  await bench.close();
});

const file = (): string => join(bench.home, 'trusted-folders.json');
const kept = (): unknown => (existsSync(file()) ? JSON.parse(readFileSync(file(), 'utf8')) : undefined);
function writeTheirs(content: unknown): void {
  const path = join(bench.home, '.gemini/trustedFolders.json');
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, typeof content === 'string' ? content : JSON.stringify(content));
}

describe('the trust command', () => {
  test('trusts an untrusted folder, and removes the trust again', async () => {
    const before = await bench.run(['trust']);
    expect(before).toEqual({
      code: 55,
      stdout: `not trusted: ${workspace}\n  Not decided yet. To trust it: bowline trust add\n  Bowline ignores its settings, policies and context files\n`,
      stderr: '',
    });
    const added = await bench.run(['trust', 'add']);
    expect(added.code).toBe(0);
    expect(added.stdout.split('\n')).toEqual([
      `Trusted ${workspace} and everything in it`,
      '  Bowline uses its settings, policies and context files',
      '  Programs named in these files may run with your rights',
      '  Saved in ~/trusted-folders.json. To undo: bowline trust remove',
      '',
    ]);
    expect(kept()).toEqual({ [workspace]: 'TRUST_FOLDER' });
    expect(await bench.run(['trust', 'status'])).toEqual({
      code: 0,
      stdout: `trusted: ${workspace}\n  Trusted because of ${workspace} (TRUST_FOLDER) in ~/trusted-folders.json\n`,
      stderr: '',
    });
    const removed = await bench.run(['trust', 'remove', '.']);
    expect([removed.code, removed.stdout]).toEqual([0, `Removed ${workspace} from ~/trusted-folders.json\n`]);
    expect((await bench.run(['trust', 'status'])).code).toBe(55);
    const again = await bench.run(['trust', 'remove']);
    expect([again.code, again.stdout]).toEqual([0, `${workspace} is not in ~/trusted-folders.json\n`]);
  });

  test('accepts a folder by name, its parent, and one that is never trusted', async () => {
    mkdirSync(join(workspace, 'a/evil'), { recursive: true });
    const parent = await bench.run(['trust', 'add', '--parent', 'a/evil']);
    expect(parent.stdout).toContain(`Trusted ${workspace}/a and everything in it\n`);
    const never = await bench.run(['trust', 'add', 'a/evil', '--never']);
    expect(never.stdout).toContain(`${workspace}/a/evil and everything in it will not be trusted\n`);
    expect(never.stdout).not.toContain('Bowline uses');
    expect((await bench.run(['trust', 'status', 'a/evil'])).stdout).toMatch(
      /^not trusted: .*\n  Not trusted because of .*DO_NOT_TRUST/,
    );
    expect((await bench.run(['trust', 'status', 'a'])).code).toBe(55);
  });

  test('aligns the list, with the file of each entry and why an entry is ignored', async () => {
    const none = await bench.run(['trust', 'list']);
    expect(none).toEqual({
      code: 0,
      stdout: '',
      stderr: 'No trusted folders. To trust this one: bowline trust add\n',
    });
    writeTheirs({ '/x/y': 'TRUST_PARENT', '.': 'TRUST_FOLDER' });
    await bench.run(['trust', 'add', '--never']);
    const { stdout } = await bench.run(['trust', 'list']);
    const wide = workspace.length;
    expect(stdout.split('\n')).toEqual([
      `never trusted  ${workspace}  ~/trusted-folders.json`,
      `trusted        ${'/x'.padEnd(wide)}  ~/.gemini/trustedFolders.json  as the parent of /x/y`,
      `ignored        ${'.'.padEnd(wide)}  ~/.gemini/trustedFolders.json  the path is not absolute`,
      '',
    ]);
  });

  test('trusts the folders of Gemini CLI; remove says what still trusts one, and --never overrides it', async () => {
    writeTheirs({ [workspace]: 'TRUST_FOLDER' });
    expect((await bench.run(['trust'])).code).toBe(0);
    const { code, stderr } = await bench.run(['trust', 'remove']);
    expect(code).toBe(0);
    expect(stderr).toContain(`It is still trusted, because of ${workspace} in ~/.gemini/trustedFolders.json`);
    await bench.run(['trust', 'add', '--never']);
    expect((await bench.run(['trust'])).code).toBe(55);
  });

  test('prints everything as JSON', async () => {
    const run = async (...argv: readonly string[]): Promise<unknown> =>
      JSON.parse((await bench.run(['trust', ...argv, '-o', 'json'])).stdout);
    expect(await run('status')).toEqual({
      folder: workspace,
      isTrusted: false,
      source: 'none',
      level: 'none',
      warnings: [],
    });
    expect(await run('add')).toMatchObject({
      folder: workspace,
      root: workspace,
      level: 'TRUST_FOLDER',
      file: file(),
      allows: [expect.stringContaining('context files'), expect.stringContaining('may run')],
      warnings: [],
    });
    expect(await run('list')).toEqual({
      rules: [{ path: workspace, root: workspace, level: 'TRUST_FOLDER', source: file() }],
      warnings: [],
    });
    expect(await run('remove')).toMatchObject({ removed: [{ path: workspace }], now: { isTrusted: false } });
  });

  test.each([
    [['trust', 'addd'], 'Unknown command: bowline trust addd'],
    [['trust', 'toString'], 'Unknown command: bowline trust toString'],
    [['trust', 'add', 'gone'], 'Not a folder: '],
    [['trust', 'add', '/'], 'Cannot trust /: it would trust the whole machine'],
    [['trust', 'add', '--never', '--parent'], 'cannot be used together'],
    [['trust', 'status', '--never'], '--parent and --never can only be used with add'],
    [['trust', 'list', 'x'], 'Unexpected argument: x'],
    [['trust', 'add', 'x', 'y'], 'Unexpected argument: y'],
    [['trust', '--frob'], 'Unknown option: --frob'],
  ])('rejects %j', async (argv, message) => {
    const { code, stderr } = await bench.run(argv);
    expect([code, stderr]).toEqual([42, expect.stringContaining(message)]);
    expect(kept()).toBeUndefined();
  });

  test('stops at a damaged Bowline file, with its line', async () => {
    writeFileSync(file(), '{\n  "/x": TRUST_FOLDER\n}');
    for (const argv of [['trust'], ['trust', 'add'], ['trust', 'list'], ['-p', 'go']]) {
      const { code, stderr } = await bench.run(argv);
      expect([code, stderr]).toEqual([
        42,
        expect.stringMatching(/trusted-folders\.json: line 2: .*\n {2}Correct or remove/),
      ]);
    }
    expect(bench.server.requests).toEqual([]);
  });

  test('reports a damaged Gemini CLI file, and ignores it', async () => {
    writeTheirs('{');
    const { code, stderr } = await bench.run(['trust']);
    expect([code, stderr]).toEqual([
      55,
      expect.stringContaining('Ignored the trusted folders in ~/.gemini/trustedFolders.json: line 1'),
    ]);
  });

  test('warns about the scope of trusting the home directory', async () => {
    const { code, stderr } = await bench.run(['trust', 'add', bench.home]);
    expect([code, stderr]).toEqual([0, expect.stringContaining('every repository that you clone into it')]);
  });

  test('escapes control characters in folder names', async () => {
    mkdirSync(join(workspace, 'a\u001b]0;b\u0007\u202e'));
    for (const verb of ['status', 'add', 'remove']) {
      const { stdout } = await bench.run(['trust', verb, 'a\u001b]0;b\u0007\u202e']);
      expect(stdout).toContain('a\\u{1b}]0;b\\u{7}\\u{202e}');
    }
  });

  test('explains trust with --help', async () => {
    const { code, stdout } = await bench.run(['trust', '--help']);
    expect([code, stdout]).toEqual([0, expect.stringContaining('Until you trust a folder, Bowline ignores its')]);
  });
});

describe('a hostile folder', () => {
  test.each(['as a repository', 'as a worktree of a trusted one'])('%s has no effect before trust', async (kind) => {
    const canary = await openCanary(join(dirname(workspace), 'canary'));
    try {
      const trusted = join(dirname(workspace), 'trusted');
      mkdirSync(join(trusted, '.git'), { recursive: true });
      await bench.run(['trust', 'add', trusted]);
      if (kind === 'as a repository') createHostileFolder(workspace, canary);
      else createSpoofedWorktree(workspace, canary, trusted);
      const { code, stdout, stderr } = await bench.run(['-p', 'go']);
      expect([code, stdout]).toEqual([0, 'done\n']);
      expect(stderr).toContain('not trusted');
      expect([canary.ran(), canary.asked(), canary.connections()]).toEqual([[], [], 0]);
      expect(existsSync(join(workspace, 'ran'))).toBe(false);
      const sent = JSON.stringify(bench.server.requests.map(({ body }) => body));
      expect(sent).toContain(ORDINARY.text.trim());
      expect(sent).not.toContain(CONTEXT_WORD);
      expect(bench.server.requests.map(({ model }) => model)).not.toContain(HOSTILE_MODEL);
      expect((await bench.run(['trust', 'status'])).code).toBe(55);
    } finally {
      await canary.close();
    }
  });
});
