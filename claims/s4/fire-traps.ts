import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { HostileFolder } from '../../tests/hostile-folder/hostile-folder.ts';
import type { Canary } from '../../tests/hostile-folder/open-canary.ts';

/** The traps that work, and those that do not. */
export interface FiredTraps {
  readonly live: readonly string[];
  readonly dead: readonly string[];
}

/** Triggers each trap once, so that a trap that cannot work is not mistaken for one that was not touched. */
export async function fireTraps(
  { path, traps }: HostileFolder,
  canary: Canary,
  env: Readonly<Record<string, string>>,
): Promise<FiredTraps> {
  const outcomes: { readonly name: string; readonly isLive: boolean }[] = [];
  for (const { name, path: file, fire } of traps) {
    const text = readFileSync(join(path, file), 'utf8');
    const isCommand = text.includes(canary.touch(name));
    const isAddress = text.includes(canary.url(name));
    if (!isCommand && !isAddress) continue; // it only has to be read, which the trace shows
    canary.clear();
    const command = fire ?? (isCommand ? canary.touch(name) : undefined);
    if (command !== undefined) await run(command, path, env);
    if (fire === undefined && isAddress) await fetch(canary.url(name));
    const isLive = (!isCommand || canary.ran().includes(name)) && (!isAddress || canary.asked().includes(name));
    outcomes.push({ name, isLive });
  }
  canary.clear();
  const of = (isLive: boolean): string[] => outcomes.filter((each) => each.isLive === isLive).map(({ name }) => name);
  return { live: of(true), dead: of(false) };
}

const author = {
  GIT_AUTHOR_NAME: 'x',
  GIT_AUTHOR_EMAIL: 'x@x',
  GIT_COMMITTER_NAME: 'x',
  GIT_COMMITTER_EMAIL: 'x@x',
  GIT_TERMINAL_PROMPT: '0',
};

/** Asynchronous, because the canary answers from this process. */
async function run(command: string, cwd: string, env: Readonly<Record<string, string>>): Promise<void> {
  const child = spawn('sh', ['-c', command], {
    cwd,
    env: { ...env, ...author, NODE: process.execPath },
    stdio: 'ignore',
  });
  await once(child, 'close');
}
