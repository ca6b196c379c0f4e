import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { text } from 'node:stream/consumers';
import { atExit } from '../../tests/kit/at-exit.ts';

/** How a child ended. */
export interface ChildEnd {
  readonly code: number | null;
  readonly signal: string | null;
  readonly output: string;
  readonly errors: string;
}

/** A child process under test. */
export interface Child {
  readonly pid: number;
  readonly isRunning: () => boolean;
  readonly kill: (signal: 'SIGSTOP' | 'SIGCONT' | 'SIGKILL') => void;
  readonly ended: Promise<ChildEnd>;
}

/** Starts a script. `cache` is Node's compile cache, which makes the next start faster. */
export function startChild(file: string, args: readonly string[], cache: string): Child {
  const child = spawn(process.execPath, ['--conditions=@bowline/source', '--no-warnings', file, ...args], {
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { ...process.env, NODE_COMPILE_CACHE: cache },
  });
  if (child.pid === undefined) throw new Error(`cannot start ${file}`);
  const closed = once(child, 'close') as Promise<[number | null, string | null]>;
  const ended = Promise.all([closed, text(child.stdout), text(child.stderr)]);
  child.once(
    'exit',
    atExit(() => void child.kill('SIGKILL')),
  );
  return {
    pid: child.pid,
    isRunning: () => child.exitCode === null && child.signalCode === null,
    kill: (signal) => void child.kill(signal),
    ended: ended.then(([[code, signal], output, errors]) => ({ code, signal, output, errors })),
  };
}
