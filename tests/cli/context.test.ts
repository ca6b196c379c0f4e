import { mkdirSync, readdirSync, realpathSync, symlinkSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { answer } from '@bowline/testkit';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { openBench, type Bench } from './run-bowline.ts';

let bench: Bench;
let workspace: string;
beforeEach(async () => {
  bench = await openBench(
    answer.calls({ name: 'read_file', args: { file_path: 'lib/x.txt' } }),
    answer.calls({ name: 'read_file', args: { file_path: 'lib/x.txt' } }),
    answer.text('done'),
  );
  workspace = realpathSync.native(bench.workspace);
  write(join(bench.home, '.gemini/GEMINI.md'), 'Be kind.\n');
  write(join(workspace, '.git/HEAD'), '');
  write(join(workspace, 'AGENTS.md'), 'Two spaces. @docs/style.md\n');
  write(join(workspace, 'docs/style.md'), 'No tabs.\n');
  symlinkSync('AGENTS.md', join(workspace, 'GEMINI.md'));
  write(join(workspace, 'lib/AGENTS.md'), 'Lib is frozen.\n');
  write(join(workspace, 'lib/x.txt'), 'x\n');
});
afterEach(async () => {
  await bench.close();
});

function write(path: string, text: string): void {
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, text);
}

interface Json {
  readonly total: { readonly characters: number; readonly tokens: number };
  readonly window: number;
  readonly parts: readonly { readonly name: string; readonly text: string; readonly tokens: number }[];
  readonly memory: readonly { readonly path: string; readonly imports: readonly string[] }[];
  readonly tools: readonly { readonly name: string; readonly text: string }[];
  readonly notes: readonly string[];
}
const json = async (...argv: readonly string[]): Promise<Json> =>
  JSON.parse((await bench.run(['context', '--json', ...argv])).stdout) as Json;

/** The n-th request as sent. */
function sent(n = 0): { readonly instruction: string; readonly tools: readonly unknown[]; readonly all: string } {
  const body = bench.server.requests[n]?.body as {
    readonly systemInstruction: { readonly parts: readonly { readonly text: string }[] };
    readonly tools: readonly { readonly functionDeclarations: readonly unknown[] }[];
  };
  return {
    instruction: body.systemInstruction.parts.map(({ text }) => text).join(''),
    tools: body.tools.flatMap(({ functionDeclarations }) => functionDeclarations),
    all: JSON.stringify(body),
  };
}

describe('bowline context', () => {
  test('shows each part with its size and reason, without a key or a session', async () => {
    const { code, stdout, stderr } = await bench.run(['context', '--trust', '-m', 'gemini-2.5-pro'], { key: '' });
    expect([code, stderr]).toEqual([0, '']);
    const lines = stdout
      .split('\n')
      .map((line) => line.replaceAll(/(?<= |\()[\d,.]+(?= |%|$)/g, '#').replaceAll(/ +/g, ' '));
    expect(lines).toEqual([
      `A new session in ${workspace} sends this to gemini-2.5-pro in default mode:`,
      '',
      ' characters tokens',
      'Instruction # #',
      ' role # # role and working style',
      ' tools # # rules for all tool calls',
      ' memory # # instructions for agents, from # files',
      ' ~/.gemini/GEMINI.md # # yours, for every project',
      ' AGENTS.md # # this project, imports docs/style.md',
      ' environment # # working directory, platform and date',
      ' mode # # what needs approval (default)',
      'Tools # #',
      ...[
        'list_directory',
        'read_file',
        'glob',
        'grep_search',
        'replace',
        'write_file',
        'run_shell_command',
        'background_process',
        'write_to_process',
        'web_fetch',
        'write_todos',
        'save_memory',
      ].map((name) => ` ${name} # #`),
      'Total # # #% of the context window (# tokens)',
      '',
    ]);
    expect(readdirSync(bench.home)).toEqual(['.gemini']);
    expect(bench.server.requests).toEqual([]);
  });

  test('shows exactly what is sent, which is the same at every step', async () => {
    const { code } = await bench.run(['--trust', '-p', 'go']);
    expect(code).toBe(0);
    const shown = await bench.run(['context', 'show', '--trust']);
    expect(shown.stdout).toBe(`${sent().instruction}\n`);
    const { tools } = await json('--trust');
    expect(tools.map(({ text }) => JSON.parse(text) as unknown)).toEqual(sent().tools);
    expect([sent(1).instruction, sent(2).instruction]).toEqual([sent().instruction, sent().instruction]);
  });

  test('stays small: the default instruction is below 500 tokens, and the total below 3,200', async () => {
    const { total, parts, memory } = await json();
    expect(memory.map(({ path }) => path)).toEqual([join(bench.home, '.gemini/GEMINI.md')]);
    const own = parts.filter(({ name }) => name !== 'memory').reduce((sum, { tokens }) => sum + tokens, 0);
    expect(own).toBeLessThan(500);
    expect(total.tokens).toBeLessThan(3200);
  });

  test('differs by mode: plan mode has no tools that write', async () => {
    const { tools, parts } = await json('--mode', 'plan');
    expect(tools.map(({ name }) => name)).not.toContain('write_file');
    expect(parts.find(({ name }) => name === 'mode')?.text).toContain('Explore only');
  });

  test('includes additional folders and their memory only if they are trusted', async () => {
    const other = join(dirname(workspace), 'other');
    write(join(other, 'AGENTS.md'), 'Other.\n');
    const found = await json('--trust', '--include-directories', '../other');
    expect(found.parts.find(({ name }) => name === 'environment')?.text).toContain(`Additional directories: ${other}.`);
    expect(found.notes).toEqual([`${other}/AGENTS.md is not used: its directory is not trusted`]);
    await bench.run(['trust', 'add', '../other']);
    const { memory } = await json('--trust', '--include-directories', '../other');
    expect(memory.map(({ path }) => path)).toContain(join(other, 'AGENTS.md'));
  });

  test('includes nothing of an untrusted folder, and says what is left out', async () => {
    const { code, stdout } = await bench.run(['context']);
    expect(code).toBe(0);
    expect(stdout).toContain(`A new session in ${workspace} (not trusted) sends this`);
    expect(stdout).toContain('This folder is not trusted, so Bowline ignores AGENTS.md, GEMINI.md');
    expect((await bench.run(['context', 'show'])).stdout).not.toContain('Two spaces');
  });
});

describe('memory of a folder', () => {
  test('is added once, when a call touches the folder', async () => {
    const { code } = await bench.run(['--trust', '-p', 'go']);
    expect(code).toBe(0);
    expect(sent(0).all).not.toContain('Lib is frozen.');
    expect(sent(1).all.split('Lib is frozen.')).toHaveLength(2);
    expect(sent(2).all.split('Lib is frozen.')).toHaveLength(2);
  });

  test('is never added if the folder is not trusted', async () => {
    const { code, stderr } = await bench.run(['-p', 'go']);
    expect([code, stderr]).toEqual([0, expect.stringContaining('not trusted')]);
    expect(bench.server.requests).toHaveLength(3);
    for (const n of [0, 1, 2]) {
      expect(sent(n).all).not.toMatch(/Lib is frozen|Two spaces|No tabs/);
      expect(sent(n).instruction).toContain('Be kind.');
    }
  });

  test('warns about imports that cannot be read', async () => {
    write(join(workspace, 'AGENTS.md'), 'See @gone.md and @/etc/passwd.\n');
    const { code, stderr } = await bench.run(['--trust', '-p', 'go']);
    expect(code).toBe(0);
    expect(stderr).toContain('AGENTS.md cannot import @gone.md: file not found');
    expect(stderr).toContain('AGENTS.md cannot import @/etc/passwd: imports from there are not allowed');
    expect(sent().instruction).toContain('See @gone.md and @/etc/passwd.');
  });
});

describe('bowline context show', () => {
  test.each([
    ['role', 'You are Bowline'],
    ['AGENTS.md', 'Two spaces. <import path="docs/style.md">\nNo tabs.\n</import>\n'],
    ['~/.gemini/GEMINI.md', 'Be kind.\n'],
    ['write_file', '{\n  "name": "write_file"'],
  ])('prints %s', async (name, text) => {
    expect((await bench.run(['context', 'show', name, '--trust'])).stdout).toContain(text);
  });

  test.each([
    [['context', 'frob'], 'Unknown command: bowline context frob'],
    [['context', 'show', 'rol'], 'Did you mean role?'],
    [['context', 'show', 'role', 'mode'], 'Unexpected argument: mode'],
    [['context', '--mode', 'x'], 'Invalid value for --mode: x'],
    [['context', '-o', 'yaml'], 'Invalid value for --output-format: yaml'],
    [['context', '--frob'], 'Unknown option: --frob'],
  ])('rejects %j', async (argv, message) => {
    const { code, stderr } = await bench.run(argv);
    expect([code, stderr]).toEqual([42, expect.stringContaining(message)]);
  });
});
