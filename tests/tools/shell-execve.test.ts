import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { answer, openModelServer, type ModelServer } from '@bowline/testkit';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { openReader } from '../kit/open-reader.ts';

let folder: string;
let model: ModelServer | undefined;
beforeEach(() => {
  folder = realpathSync(mkdtempSync(join(tmpdir(), 'bowline-execve-')));
  for (const name of ['work', 'home', 'trace']) mkdirSync(join(folder, name));
  writeFileSync(join(folder, 'work/a note.txt'), 'hello $HOME\n');
  execFileSync('git', ['init', '-q', join(folder, 'work')]);
});
afterEach(async () => {
  await model?.close();
  rmSync(folder, { recursive: true, force: true });
});

interface Execution {
  readonly file: string;
  readonly argv: readonly string[];
}

/** Runs the shipped CLI with a model that requests these commands, and returns what was executed for them. */
async function execute(commands: readonly string[]): Promise<readonly Execution[]> {
  const calls = commands.map((command) => answer.calls({ name: 'run_shell_command', args: { command } }));
  model = await openModelServer([...calls, answer.text('done')]);
  const trace = ['-ff', '-qq', '-xx', '-s', '4096', '-e', 'trace=execve', '-o', join(folder, 'trace/of')];
  const cli = [process.execPath, process.env['BOWLINE_CLI'] ?? '', '-p', 'go'] as const;
  const env = {
    PATH: process.env['PATH'],
    HOME: join(folder, 'home'),
    TMPDIR: folder,
    BOWLINE_HOME: join(folder, 'home'),
    GEMINI_API_KEY: 'none',
    GOOGLE_GEMINI_BASE_URL: model.url,
  };
  const cwd = join(folder, 'work');
  const [node, main] = cli;
  execFileSync(node, [main, 'trust', 'add'], { cwd, env }); // git runs without approval only in trusted folders
  const child = spawn('strace', [...trace, '--', ...cli], { cwd, env, stdio: ['ignore', 'pipe', 'pipe'] });
  const ended = once(child, 'close');
  const [stdout, stderr] = await Promise.all([text(child.stdout), text(child.stderr)]);
  expect([stdout, stderr]).toEqual(['done\n', expect.any(String)]);
  await ended;
  const lines = readdirSync(join(folder, 'trace')).flatMap((name) =>
    readFileSync(join(folder, 'trace', name), 'utf8').split('\n'),
  );
  return lines.flatMap(toExecution).filter((each) => !isOurs(each));
}

const CONFINING = new Set(['/usr/bin/bwrap', '/usr/bin/prlimit', '/bin/true']);

/** Node, the program that creates output pipes, and the sandbox, which receives words and never a command line. */
function isOurs({ file, argv }: Execution): boolean {
  const [program = '', , , ...pipes] = argv;
  const isPipes = program.endsWith('mkfifo') && pipes.every((path) => path.startsWith(`${folder}/bowline-`));
  return file === process.execPath || CONFINING.has(file) || isPipes;
}

/** Parses a successful call. All text is in hexadecimal, so that none of it looks like trace syntax. */
function toExecution(line: string): readonly Execution[] {
  const [, file, argv] = /^execve\("([^"]*)", \[([^\]]*)\], .* = 0$/.exec(line) ?? [];
  if (file === undefined || argv === undefined) return [];
  return [{ file: decode(file), argv: [...argv.matchAll(/"([^"]*)"/g)].map(([, word = '']) => decode(word)) }];
}

function decode(hex: string): string {
  return Buffer.from(hex.replaceAll('\\x', ''), 'hex').toString('utf8');
}

const sorted = (list: readonly (readonly string[])[]): readonly string[] =>
  list.map((argv) => JSON.stringify(argv)).sort();

const PLAIN = [
  "ls -la 'a note.txt'",
  'cat "a note.txt"',
  "grep -n '$HOME' a\\ note.txt",
  "grep -c '$(touch made); `touch made`' 'a note.txt'",
  'wc -l "a note.txt"',
  'git status --short',
];

test('commands of the model are executed word by word as they were checked, and no shell parses them again', async () => {
  const reader = await openReader();
  const judged = PLAIN.map((line) => {
    const read = reader.read(line);
    return read.kind === 'understood' ? (read.commands[0]?.argv ?? []) : [];
  });
  expect(judged[2]).toEqual(['grep', '-n', '$HOME', 'a note.txt']);
  const executed = await execute([...PLAIN, 'touch made']);
  expect(sorted(executed.map(({ argv }) => argv))).toEqual(sorted(judged));
  for (const { file, argv } of executed) expect(file.split('/').at(-1)).toBe(argv[0]);
  expect(readdirSync(join(folder, 'work')).sort()).toEqual(['.git', 'a note.txt']);
});

test('one shell parses a pipeline, and executes the commands that were checked', async () => {
  const line = "cat 'a note.txt' | grep -v '$HOME' | wc -l";
  const read = (await openReader()).read(line);
  const judged = read.kind === 'understood' ? read.commands.map(({ argv }) => argv) : [];
  expect(judged).toHaveLength(3);
  const executed = await execute([line]);
  const [shell, ...rest] = [...executed].sort((a, b) => Number(b.argv.includes(line)) - Number(a.argv.includes(line)));
  expect(shell?.argv.slice(1)).toEqual(['-c', line]);
  expect(sorted(rest.map(({ argv }) => argv))).toEqual(sorted(judged));
});
