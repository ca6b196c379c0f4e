import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';

/** The folder of the rounds, and the scripts that run in their own process. */
export interface RoundStage {
  readonly folder: string;
  readonly childFile: (name: string) => string;
}

/** A script to run in its own process. */
export interface ChildPlay {
  /** The file in `children/`. */
  readonly name: string;
  readonly orders: unknown;
  /** Longer than it takes on a busy machine. After that the process is ended, which does not count as a kill. */
  readonly patienceMs: number;
}

/** How a process ended. */
export interface ChildEnd {
  readonly isKilled: boolean;
  /** Why it ended, if it was neither killed nor done. */
  readonly fault: string | undefined;
  readonly output: string;
}

/** Runs a script in its own process and waits for its end. */
export async function playInChild(
  { folder, childFile }: RoundStage,
  { name, orders, patienceMs }: ChildPlay,
): Promise<ChildEnd> {
  const child = spawn(process.execPath, ['--no-warnings', childFile(name), JSON.stringify(orders)], {
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { ...process.env, NODE_COMPILE_CACHE: join(folder, 'cache') },
    timeout: patienceMs,
    killSignal: 'SIGABRT',
  });
  const closed = once(child, 'close') as Promise<[number | null, string | null]>;
  const [[code, signal], output, errors] = await Promise.all([closed, text(child.stdout), text(child.stderr)]);
  const isKilled = signal === 'SIGKILL';
  const isDone = isKilled || code === 0;
  return {
    isKilled,
    fault: isDone ? undefined : `a process ended with ${code ?? signal}: ${errors.slice(0, 2000)}`,
    output,
  };
}
