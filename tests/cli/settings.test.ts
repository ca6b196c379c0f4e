import { existsSync, mkdirSync, readFileSync, realpathSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { openBench, type Bench, type RunResult } from './run-bowline.ts';

let bench: Bench;
let workspace: string;
beforeEach(async () => {
  bench = await openBench();
  workspace = realpathSync.native(bench.workspace);
  mkdirSync(bench.home);
});
afterEach(async () => {
  await bench.close();
});

function write(path: string, text: string): void {
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, text);
}

const theirs = (text: string): void => {
  write(join(bench.home, '.gemini/settings.json'), text);
};
const ours = (): string => join(bench.home, 'settings.json');
const run = async (...argv: readonly string[]): Promise<RunResult> => await bench.run(['settings', ...argv]);
const json = async (...argv: readonly string[]): Promise<unknown> =>
  JSON.parse((await run(...argv, '-o', 'json')).stdout);

describe('settings list', () => {
  test('is empty at first; with --all it lists every setting', async () => {
    expect(await run()).toEqual({
      code: 0,
      stdout: '',
      stderr: expect.stringContaining('No settings changed.') as string,
    });
    const { stdout } = await run('list', '--all');
    expect(stdout).toMatch(/^model\.name +pro +default$/m);
    expect(stdout).toMatch(/^tools\.core +not set$/m);
  });

  test('prints one line per setting, with its source', async () => {
    theirs('{\n  "model": { "name": "flash" },\n  "tools": { "exclude": ["a"] }\n}');
    write(ours(), '{ "tools": { "exclude": ["b"] } }');
    const { code, stdout, stderr } = await run();
    expect([code, stderr]).toEqual([0, '']);
    expect(stdout.split('\n').map((line) => line.split(/ {2,}/))).toEqual([
      ['model.name', 'flash', '~/.gemini/settings.json:2'],
      ['tools.exclude', '["a","b"]', '~/.gemini/settings.json:3, ~/settings.json:1'],
      [''],
    ]);
    expect((await run('list', 'tools')).stdout).not.toContain('model.name');
    expect(await json('list', 'model')).toEqual({
      settings: [expect.objectContaining({ key: 'model.name', value: 'flash' })],
      problems: [],
      unknownKeys: [],
    });
  });

  test('shows the other files if one is broken, and exits with 1', async () => {
    theirs('{ "model": { "name": 4 } }');
    write(ours(), '{ "tools": { "useRipgrep": false } }');
    const { code, stdout, stderr } = await run('list');
    expect([code, stdout]).toEqual([1, expect.stringContaining('tools.useRipgrep')]);
    expect(stderr).toMatch(
      /^bowline: ~\/\.gemini\/settings\.json:1: model\.name must be a string, but is a number\n {2}/,
    );
  });
});

describe('a single setting', () => {
  test('is printed by get, and nothing else', async () => {
    theirs('{ "model": { "name": "flash" }, "tools": { "exclude": ["a"] } }');
    expect(await run('get', 'model.name')).toEqual({ code: 0, stdout: 'flash\n', stderr: '' });
    expect((await run('get', 'tools.exclude')).stdout).toBe('["a"]\n');
    expect(await run('get', 'tools.core')).toEqual({ code: 1, stdout: '', stderr: '' });
    expect(await json('get', 'model.name')).toMatchObject({ value: 'flash', level: 'user', line: 1 });
  });

  test('is explained with its description, its source, and what it overrides', async () => {
    theirs('{\n "model": { "name": "flash" }\n}');
    write(ours(), '{ "model": { "name": "auto" } }');
    const { stdout } = await bench.run(['settings', 'explain', 'model.name'], {
      env: { GEMINI_MODEL: 'gemini-2.5-pro' },
    });
    expect(stdout.split('\n')).toEqual([
      'model.name = gemini-2.5-pro',
      '  The model to use: a model name, a tier (pro, flash, flash-lite), auto, or PROVIDER/MODEL.',
      '  from       gemini-2.5-pro  environment, $GEMINI_MODEL',
      '  overridden auto  user, ~/settings.json:1',
      '  overridden flash  user, ~/.gemini/settings.json:2',
      '  overridden pro  default, default',
      '',
    ]);
    expect(await json('explain', 'model.name')).toMatchObject({
      value: 'auto',
      from: [{ level: 'user', source: ours(), line: 1, value: 'auto' }],
      overrode: [{ level: 'default' }, { level: 'user', value: 'flash' }],
    });
  });

  test('is never shown if it is a key or a header', async () => {
    write(
      ours(),
      '{ "providers": { "own": { "kind": "openai", "headers": { "x-key": "$CANARY", "y": "canary-2" } } }, "model": { "name": "$CANARY" } }',
    );
    for (const argv of [
      ['list'],
      ['get', 'providers'],
      ['explain', 'model.name'],
      ['explain', 'providers', '--json'],
    ]) {
      const { code, stdout, stderr } = await bench.run(['settings', ...argv], { env: { CANARY: 'canary-1' } });
      expect([code, `${stdout}${stderr}`]).toEqual([0, expect.not.stringMatching(/canary-\d/)]);
    }
  });
});

describe('settings set', () => {
  test('writes a value that takes effect and can be unset, and preserves comments', async () => {
    write(ours(), '{\n  // mine\n  "ui": {}\n}\n');
    expect(await run('set', 'model.name', 'flash')).toEqual({
      code: 0,
      stdout: 'Set model.name to flash in ~/settings.json\n',
      stderr: '',
    });
    expect(readFileSync(ours(), 'utf8')).toContain('// mine');
    expect((await run('get', 'model.name')).stdout).toBe('flash\n');
    expect((await run('set', 'model.maxSessionTurns', '-1')).code).toBe(0);
    expect((await run('unset', 'model.name')).stdout).toBe('Removed model.name from ~/settings.json\n');
    expect((await run('unset', 'model.name')).stdout).toBe('model.name is not set in ~/settings.json\n');
    expect((await run('get', 'model.name')).stdout).toBe('pro\n');
  });

  test('says what overrides a value without effect', async () => {
    const env = { GEMINI_MODEL: 'other' };
    const { stderr } = await bench.run(['settings', 'set', 'model.name', 'flash'], { env });
    expect(stderr).toBe('bowline: This value is not used: $GEMINI_MODEL overrides it\n');
    theirs('{ "model": { "name": "theirs" } }');
    expect((await run('unset', 'model.name')).stderr).toBe(
      'bowline: model.name is still theirs, set in ~/.gemini/settings.json:1\n',
    );
  });

  test('with --workspace needs a trusted folder, and applies there', async () => {
    const untrusted = await run('set', 'model.name', 'flash', '--workspace');
    expect([untrusted.code, untrusted.stderr]).toEqual([42, expect.stringContaining('not trusted')]);
    expect(existsSync(join(workspace, '.bowline'))).toBe(false);
    await bench.run(['trust', 'add']);
    expect(await json('set', 'model.name', 'flash', '--workspace')).toEqual({
      key: 'model.name',
      value: 'flash',
      file: join(workspace, '.bowline/settings.json'),
      overruledBy: null,
    });
    expect((await run('get', 'model.name')).stdout).toBe('flash\n');
    expect((await bench.run(['settings', 'get', 'model.name'], { cwd: bench.home })).stdout).toBe('pro\n');
    expect((await run('unset', 'model.name', '--workspace')).code).toBe(0);
  });
});

test.each([
  [['frob'], 'Unknown command: bowline settings frob'],
  [['toString'], 'Unknown command: bowline settings toString'],
  [['get'], 'Missing setting'],
  [['get', 'modle.name'], 'Unknown setting: modle.name'],
  [['get', 'ui.hideBanner'], 'Bowline ignores the Gemini CLI setting ui.hideBanner'],
  [['set', 'model.name'], 'Missing value for model.name'],
  [['set', 'model.maxSessionTurns', 'many'], 'model.maxSessionTurns must be -1 or a number, but is a string'],
  [['set', 'providers', '{}', '--workspace'], 'not trusted'],
  [['get', 'model.name', 'x'], 'Unexpected argument: x'],
  [['list', 'nothing'], 'Unknown setting: nothing'],
])('%j is rejected', async (argv, message) => {
  const { code, stderr } = await run(...argv);
  expect([code, stderr]).toEqual([42, expect.stringContaining(message)]);
  expect(existsSync(ours())).toBe(false);
});

test('--help says where settings are stored', async () => {
  const { code, stdout } = await run('--help');
  expect([code, stdout]).toEqual([0, expect.stringContaining('~/.bowline/settings.json')]);
});
