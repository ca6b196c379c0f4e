import { execFileSync } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { createSeededRandom } from '../../tests/kit/seeded-random.ts';
import { killMarked } from '../../tests/kit/marked-processes.ts';
import { startChild, type Child } from '../kills/start-child.ts';
import { checkRound } from './check-round.ts';
import { planRound, type Operation } from './plan-round.ts';

/** Where rounds are played, and the bundled scripts. */
export interface Stage {
  readonly folder: string;
  readonly childFile: (name: string) => string;
}

/** What a round did, and what was wrong. */
export interface Round {
  readonly operations: readonly Operation[];
  /** The kinds of the operations in which the process was killed. */
  readonly killedIn: readonly Operation['kind'][];
  readonly problems: readonly string[];
  /** The name of each call, and `made` or how it failed. */
  readonly calls: readonly string[];
  /** What the user was told. */
  readonly notices: readonly string[];
}

/** How many operations a session has. */
export const OPERATIONS = 9;
const MAX_KILLS = 3;
const LOOK_MS = 3;
/** More than a session takes on a busy machine. */
const PATIENCE_MS = 180_000;

/** Plays a random session, kills its process now and then, and compares the copies of its files. */
export async function playRound({ folder: stage, childFile }: Stage, seed: number, isBroken = false): Promise<Round> {
  const folder = join(stage, `r${seed}`);
  const [root, start] = [join(folder, 'root'), join(folder, 'start')];
  const operations = planRound(seed, OPERATIONS);
  const copyOf = (n: number): string => join(folder, 'copies', String(n));
  createProject(root);
  cpSync(root, start, { recursive: true, verbatimSymlinks: true, preserveTimestamps: true });
  const orders = JSON.stringify({ folder, supervisor: childFile('supervisor'), operations });
  try {
    const begin = (): Child => startChild(childFile('play-session'), [orders], join(stage, 'cache'));
    const { killedAt, fault } = await playToEnd(begin, seed, join(folder, 'begun'));
    if (isBroken)
      for (const [n, { kind }] of operations.entries()) if (kind === 'rewind') writeFileSync(join(copyOf(n), 'x'), 'x');
    const problems = fault === undefined ? checkRound(operations, copyOf, start) : [fault];
    return {
      operations,
      killedIn: killedAt.map((n) => operations[n]?.kind ?? 'message'),
      problems: problems.map((each) => `seed ${seed}: ${each}`),
      calls: readLines(join(folder, 'calls')),
      notices: readLines(join(folder, 'notices')),
    };
  } finally {
    killMarked(`${folder}/`);
    rmSync(folder, { recursive: true, force: true });
  }
}

/** Starts the process again after each kill, until it has played everything. */
async function playToEnd(
  begin: () => Child,
  seed: number,
  progress: string,
): Promise<{ readonly killedAt: readonly number[]; readonly fault?: string }> {
  const random = createSeededRandom(seed + 1);
  const readBegun = (): readonly number[] => readLines(progress).map(Number);
  const killedAt: number[] = [];
  for (let left = MAX_KILLS; ; left -= 1) {
    const child = begin();
    const target = readBegun().length + random.int(1, 3);
    const delay = random.int(0, 1) * random.int(0, 700);
    const killing = left === 0 ? undefined : killWhen(child, { isReached: () => readBegun().length >= target, delay });
    const timer = setTimeout(child.kill, PATIENCE_MS, 'SIGKILL');
    const { code, signal, errors } = await child.ended;
    clearTimeout(timer);
    await killing;
    if (code === 0) return { killedAt };
    if (signal !== 'SIGKILL' || left === 0)
      return { killedAt, fault: `the session ended with ${code ?? signal}: ${errors.slice(0, 500)}` };
    killedAt.push(readBegun().at(-1) ?? 0);
  }
}

/** Kills a child some time after it got so far, unless it ends before. */
async function killWhen(
  child: Child,
  { isReached, delay }: { readonly isReached: () => boolean; readonly delay: number },
): Promise<void> {
  while (child.isRunning() && !isReached()) await pause(LOOK_MS);
  await pause(delay);
  if (child.isRunning()) child.kill('SIGKILL');
}

function readLines(path: string): readonly string[] {
  return existsSync(path) ? readFileSync(path, 'utf8').trimEnd().split('\n') : [];
}

/** A repository with a commit, and with files of the user that are staged and changed. */
function createProject(root: string): void {
  mkdirSync(join(root, 'deep/er'), { recursive: true });
  for (const name of ['a.txt', 'deep/c.txt', 'deep/er/d.txt']) writeFileSync(join(root, name), `${name}\n`.repeat(20));
  const git = (...words: readonly string[]): void => {
    execFileSync('git', ['-c', 'user.name=n', '-c', 'user.email=e@x', ...words], { cwd: root, stdio: 'ignore' });
  };
  git('init');
  git('add', '.');
  git('commit', '-m', 'first');
  mkdirSync(join(root, 'mine'));
  writeFileSync(join(root, 'mine/staged.txt'), 'staged\n');
  git('add', '.');
  writeFileSync(join(root, 'mine/staged.txt'), 'and changed\n');
}
