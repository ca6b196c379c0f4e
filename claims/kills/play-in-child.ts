import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';

/** Where rounds are played, and the files that are played in processes of their own. */
export interface RoundStage {
  readonly folder: string;
  readonly childFile: (name: string) => string;
}

/** What is played in a process of its own. */
export interface ChildPlay {
  /** The file of `children/`. */
  readonly name: string;
  readonly orders: unknown;
  /** Longer than it takes on a busy machine; then it is ended, which is no kill of ours. */
  readonly patienceMs: number;
}

/** How a process came to its end. */
export interface ChildEnd {
  readonly isKilled: boolean;
  /** Why it ended, when it was neither killed nor done. */
  readonly fault: string | undefined;
  readonly output: string;
}

/** Plays in a process of its own, and waits for its end. */
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
