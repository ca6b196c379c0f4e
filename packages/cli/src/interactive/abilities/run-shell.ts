import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { StringDecoder } from 'node:string_decoder';
import type { ShellOutcome, TuiAbilities } from '@bowline/tui';
import { screenTexts } from '../../texts/screen-texts.ts';

/** What `!` commands need. */
export interface ShellPlace {
  readonly cwd: string;
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly kill: (pid: number, signal: 'SIGTERM' | 'SIGKILL') => void;
}

/** The largest output that is kept; all of it is shown as it arrives. */
const MAX_OUTPUT = 1_000_000;
/** The time between SIGTERM and SIGKILL. */
const GRACE_MS = 2000;

/** Runs a `!` command in the user's shell with the user's environment, without stdin. */
export function createRunShell({ cwd, env, kill }: ShellPlace): TuiAbilities['runShell'] {
  return async (command, { onOutput, signal }) => {
    // A process group of its own, so that an abort ends everything the command started.
    const child = spawn(shellOf(env), ['-c', command], {
      cwd,
      env: { ...env, CLICOLOR_FORCE: '1', PAGER: 'cat', GIT_PAGER: 'cat' },
      detached: true,
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    let output = '';
    const take = (stream: NodeJS.ReadableStream): void => {
      const decoder = new StringDecoder('utf8');
      stream.on('data', (chunk: Buffer) => {
        const text = decoder.write(chunk);
        output = (output + text).slice(-MAX_OUTPUT);
        onOutput(text);
      });
    };
    take(child.stdout);
    take(child.stderr);
    const stop = (): void => {
      endGroup(child.pid, kill);
    };
    signal.addEventListener('abort', stop, { once: true });
    if (signal.aborted) stop();
    try {
      return await new Promise<ShellOutcome>((resolve) => {
        child.on('error', (error) => {
          // Node reports that the shell is missing.
          const isGone = !existsSync(cwd);
          resolve({ output: isGone ? screenTexts.folderGone(cwd) : error.message, exitCode: null });
        });
        child.on('close', (exitCode) => {
          resolve({ output, exitCode });
        });
      });
    } finally {
      signal.removeEventListener('abort', stop);
    }
  };
}

function shellOf(env: ShellPlace['env']): string {
  const { SHELL: shell = '' } = env;
  // Other shells have a different syntax.
  return /\/(?:ba|z|k|da)?sh$/.test(shell) ? shell : '/bin/sh';
}

function endGroup(pid: number | undefined, kill: ShellPlace['kill']): void {
  if (pid === undefined) return;
  const signal = (name: 'SIGTERM' | 'SIGKILL'): void => {
    try {
      kill(-pid, name);
    } catch {
      // The process is gone.
    }
  };
  signal('SIGTERM');
  setTimeout(() => {
    signal('SIGKILL');
  }, GRACE_MS).unref();
}
