import { spawn, type ChildProcess } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { findFreePorts } from '@bowline/server';
import { atExit } from '../kit/at-exit.ts';
import type { TestWorkerOrder } from './children/test-worker.ts';

/** The services that test workers use. */
export interface WorkersOptions extends Pick<
  TestWorkerOrder,
  'database' | 'nats' | 'restate' | 'publicKey' | 'expireMs' | 'retries' | 'drainMs' | 'sweepMs' | 'workspaces'
> {
  readonly count?: number;
}

/** Workers as separate processes behind one address. The model carries out messages: see `obedient-model.ts`. */
export interface TestWorkers {
  /** The workspace of the sessions. */
  readonly workspace: string;
  /** Starts another worker and returns its number. */
  readonly start: () => Promise<number>;
  readonly signal: (worker: number, signal: NodeJS.Signals) => void;
  /** Kills one like a power failure. */
  readonly kill: (worker: number) => Promise<void>;
  /** Asks one to exit, waits, and returns its exit code. */
  readonly drain: (worker: number) => Promise<number | null>;
  readonly pids: () => readonly (number | undefined)[];
  readonly numberOf: (pid: number) => number;
  /** The requests to the model, in order, with the pid of the worker. */
  readonly asked: () => readonly { readonly pid: number; readonly order: string; readonly rest: string }[];
  /** The output of the workers. */
  readonly said: () => string;
  /** Identifies processes that run for their sessions. */
  readonly mark: string;
  readonly close: () => Promise<void>;
}

export async function openWorkers(options: WorkersOptions): Promise<TestWorkers> {
  const { count = 2, ...rest } = options;
  const folder = mkdtempSync(join(tmpdir(), 'bowline-workers-'));
  const notes = join(folder, 'asked.jsonl');
  const workspace = join(folder, 'workspace');
  mkdirSync(workspace);
  const [port = 0] = await findFreePorts(1);
  const home = join(folder, 'home');
  const mark = `worker-${randomUUID().slice(0, 8)}`;
  const children: ChildProcess[] = [];
  let said = '';

  const start = async (): Promise<number> => {
    const order: TestWorkerOrder = { ...rest, port, home, notes };
    const file = join(import.meta.dirname, 'children/test-worker.ts');
    const child = spawn(
      process.execPath,
      ['--conditions=@bowline/source', '--no-warnings', file, JSON.stringify(order)],
      { env: { ...process.env, TEST_MARK: mark }, stdio: ['ignore', 'pipe', 'pipe'] },
    );
    children.push(child);
    atExit(() => child.kill('SIGKILL'));
    child.stderr.on('data', (text: Buffer) => (said += text.toString()));
    const [ready] = (await Promise.race([once(child.stdout, 'data'), once(child, 'exit')])) as unknown[];
    if (!(ready instanceof Buffer)) throw new Error(`a worker did not start:\n${said}`);
    return children.length - 1;
  };
  const kill = async (worker: number): Promise<void> => {
    const child = children[worker];
    if (child === undefined || child.exitCode !== null || child.signalCode !== null) return;
    const ended = once(child, 'exit');
    child.kill('SIGKILL');
    await ended;
  };
  for (let n = 0; n < count; n += 1) await start();
  return {
    workspace,
    start,
    signal: (worker, signal) => children[worker]?.kill(signal),
    kill,
    drain: async (worker) => {
      const child = children[worker];
      if (child === undefined) return null;
      const ended = once(child, 'exit') as Promise<[number | null]>;
      child.kill('SIGTERM');
      return (await ended)[0];
    },
    pids: () => children.map(({ pid }) => pid),
    numberOf: (pid) => children.findIndex((child) => child.pid === pid),
    asked: () =>
      existsSync(notes)
        ? readFileSync(notes, 'utf8')
            .trim()
            .split('\n')
            .filter((line) => line !== '')
            .map((line) => JSON.parse(line) as { pid: number; order: string; rest: string })
        : [],
    said: () => said,
    mark,
    close: async () => {
      await Promise.all(children.map((_, worker) => kill(worker)));
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
