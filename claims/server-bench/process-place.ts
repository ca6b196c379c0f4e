import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { createWriteStream } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { atExit } from '../../tests/kit/at-exit.ts';

/** A place where a process is started repeatedly. */
export interface ProcessPlace {
  readonly name: string;
  readonly pid: () => number | undefined;
  readonly isRunning: () => boolean;
  /** Starts it and waits until it is ready; restarts it if it exits before. */
  readonly start: () => Promise<void>;
  readonly signal: (signal: NodeJS.Signals) => void;
  /** Kills it like a power failure. */
  readonly kill: () => Promise<void>;
}

/** How the process is started. */
export interface PlaceOptions {
  readonly name: string;
  readonly args: readonly string[];
  readonly env: Readonly<Record<string, string | undefined>>;
  /** The output that shows that it is ready. */
  readonly ready: string;
  /** Receives all of its output. */
  readonly logFile: string;
}

const AGAIN_MS = 200;

/** Creates a place without starting a process. */
export function createPlace(options: PlaceOptions): ProcessPlace {
  let child: ChildProcess | undefined;
  const isRunning = (): boolean => child?.exitCode === null && child.signalCode === null;
  const kill = async (): Promise<void> => {
    if (child === undefined || !isRunning()) return;
    const ended = once(child, 'exit');
    child.kill('SIGKILL');
    await ended;
  };
  return {
    name: options.name,
    pid: () => (isRunning() ? child?.pid : undefined),
    isRunning,
    start: async () => {
      while (!isRunning()) {
        const started = launch(options);
        child = started.child;
        if (await started.ready) return;
        await sleep(AGAIN_MS);
      }
    },
    signal: (signal) => {
      if (isRunning()) child?.kill(signal);
    },
    kill,
  };
}

/** `ready` resolves to false if the process exits first. */
function launch({ args, env, ready, logFile }: PlaceOptions): { child: ChildProcess; ready: Promise<boolean> } {
  const child = spawn(process.execPath, args, { env: { ...env }, stdio: ['ignore', 'pipe', 'pipe'] });
  child.once(
    'exit',
    atExit(() => void child.kill('SIGKILL')),
  );
  const log = createWriteStream(logFile, { flags: 'a' });
  let said = '';
  const isReady = new Promise<boolean>((resolve) => {
    const hear = (text: Buffer): void => {
      log.write(text);
      if (said.includes(ready)) return;
      said += text.toString();
      if (said.includes(ready)) resolve(true);
    };
    child.stdout.on('data', hear);
    child.stderr.on('data', hear);
    child.once('close', () => {
      log.end();
      resolve(false);
    });
  });
  return { child, ready: isReady };
}
