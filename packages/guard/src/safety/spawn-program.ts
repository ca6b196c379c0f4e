import { spawn } from 'node:child_process';
import { AgentError } from '@bowline/protocol';
import type { ProgramEnd, RunProgram } from './run-external-checker.ts';

const MAX_OUTPUT = 1_000_000;

/** Runs programs of this machine, without a shell, in the given environment. */
export function createSpawn(env: Readonly<Record<string, string>>): RunProgram {
  return async ({ command, cwd, input }, signal) => {
    const { promise, resolve, reject } = Promise.withResolvers<ProgramEnd>();
    const child = spawn(command, [], { cwd, env, stdio: 'pipe', signal, killSignal: 'SIGKILL' });
    const output = { stdout: '', stderr: '' };
    for (const name of ['stdout', 'stderr'] as const)
      child[name].setEncoding('utf8').on('data', (chunk: string) => {
        output[name] += chunk;
        if (output[name].length <= MAX_OUTPUT) return;
        reject(new AgentError('INTERNAL', `it printed more than ${MAX_OUTPUT} characters`));
        child.kill('SIGKILL');
      });
    child.on('error', reject);
    child.on('close', (exitCode) => {
      resolve({ exitCode, ...output });
    });
    // The program may end without reading its input. How it ended says enough.
    child.stdin.on('error', () => undefined);
    child.stdin.end(input);
    try {
      return await promise;
    } finally {
      // Processes that the program left behind must not hold up this process.
      for (const stream of child.stdio) stream?.destroy();
    }
  };
}
