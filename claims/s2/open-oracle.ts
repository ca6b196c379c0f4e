import { execFile } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { prepareFolder } from '../shell-lines/prepare-folder.ts';

/** Runs lines for real, each in its own folder, and reports their effects. */
export interface Oracle {
  /** Whether the file PWN appeared anywhere in the folder. */
  createsCanary(line: string): Promise<boolean>;
  /** The names of files that exist only before or only after a line. */
  findChanges(line: string): Promise<readonly string[]>;
  close(): void;
}

const TIMEOUT_S = 10;

/** Opens an oracle with a prepared folder to copy. Bash runs the lines, without input and without startup files. */
export function openOracle(): Oracle {
  const root = mkdtempSync(join(tmpdir(), 'bl-s2-'));
  const home = join(root, 'home');
  const template = join(root, 'template');
  for (const folder of [home, template]) mkdirSync(folder);
  writeFileSync(join(home, '.gitconfig'), '[user]\n\tname = t\n\temail = t@t\n');
  const environment = {
    PATH: process.env['PATH'],
    HOME: home,
    LANG: 'C.UTF-8',
    GIT_CONFIG_NOSYSTEM: '1',
    npm_config_cache: join(home, 'npm'),
    npm_config_offline: 'true',
    npm_config_update_notifier: 'false',
  };
  prepareFolder(template, environment);
  let count = 0;
  const inCopy = async <Result>(line: string, look: (folder: string) => Promise<Result>): Promise<Result> => {
    count += 1;
    const place = join(root, String(count));
    const folder = join(place, 'work');
    cpSync(template, folder, { recursive: true, verbatimSymlinks: true });
    const script = join(place, 'line.sh');
    const isPlain = !line.includes('\0') && line.length < 100_000;
    if (!isPlain) writeFileSync(script, line);
    await runBash(isPlain ? ['-c', line] : [script], folder, environment);
    const result = await look(folder);
    rmSync(place, { recursive: true, force: true });
    return result;
  };
  const before = listFiles(template);
  return {
    createsCanary: (line) =>
      inCopy(line, async (folder) => {
        if (hasCanary(folder)) return true;
        await wait(100); // background processes may finish late
        return hasCanary(folder);
      }),
    findChanges: (line) =>
      inCopy(line, async (folder) => {
        const after = listFiles(folder);
        return [...[...after].filter((name) => !before.has(name)), ...[...before].filter((name) => !after.has(name))];
      }),
    close: () => {
      rmSync(root, { recursive: true, force: true });
    },
  };
}

function runBash(args: readonly string[], cwd: string, env: NodeJS.ProcessEnv): Promise<void> {
  return new Promise((resolve) => {
    const child = execFile('timeout', ['-s', 'KILL', String(TIMEOUT_S), 'bash', ...args], { cwd, env }, () => {
      resolve();
    });
    child.stdin?.end();
  });
}

function hasCanary(folder: string): boolean {
  return [...listFiles(folder)].some((name) => name === 'PWN' || name.endsWith('/PWN'));
}

function listFiles(folder: string): ReadonlySet<string> {
  const names = readdirSync(folder, { recursive: true, encoding: 'utf8' });
  return new Set(names.filter((name) => !name.includes('.git/')));
}
