import { spawn } from 'node:child_process';
import {
  toFailedLaunch,
  toProgram,
  type LaunchedProcess,
  type LaunchSpec,
  type ProcessEnd,
} from './launched-process.ts';
import type { OutputPipe, OutputPipes } from './output-pipes.ts';

/** Runs a command with nothing to read and no terminal: what would ask a person finds nobody, and says so. */
export function launchWithPipes({ cwd, env, onChunk, ...what }: LaunchSpec, pipes: OutputPipes): LaunchedProcess {
  let pipe: OutputPipe | undefined;
  try {
    pipe = pipes.open();
    const { file, args, argv0 } = toProgram({ ...what, env });
    const child = spawn(file, args, {
      cwd,
      env,
      argv0,
      // A session of its own: there is no /dev/tty to open.
      detached: true,
      stdio: ['ignore', pipe.writeEnd, pipe.writeEnd],
    });
    const ended = new Promise<ProcessEnd>((resolve) => {
      child.on('exit', (exitCode, signal) => {
        resolve({ exitCode, signal });
      });
      child.on('error', (error) => {
        resolve({ problem: error.message });
      });
    });
    const { finished, stop } = pipe.read(onChunk);
    return { pid: child.pid ?? null, ended, drained: finished, stopReading: stop };
  } catch (thrown) {
    return toFailedLaunch(thrown);
  } finally {
    pipe?.closeWriteEnd();
  }
}
