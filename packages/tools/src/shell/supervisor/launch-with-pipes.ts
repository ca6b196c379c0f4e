import type { Sandbox } from '@bowline/workspace';
import { spawn } from 'node:child_process';
import { toFailedLaunch, toStart, type LaunchedProcess, type LaunchSpec, type ProcessEnd } from './launched-process.ts';
import type { OutputPipe, OutputPipes } from './output-pipes.ts';

/** Runs a command with nothing to read and no terminal: what would ask a person finds nobody, and says so. */
export function launchWithPipes(
  { onChunk, ...what }: LaunchSpec,
  { pipes, sandbox }: { readonly pipes: OutputPipes; readonly sandbox: Sandbox | undefined },
): LaunchedProcess {
  let pipe: OutputPipe | undefined;
  try {
    pipe = pipes.open();
    const start = toStart(what, { sandbox, hasTerminal: false });
    if ('problem' in start) return toFailedLaunch(start.problem);
    const { file, args, cwd, env, argv0 } = start;
    const child = spawn(file, args, {
      cwd,
      env,
      argv0,
      // A session of its own: there is no /dev/tty to open.
      detached: true,
      stdio: ['ignore', pipe.writeEnd, pipe.writeEnd, ...start.descriptors],
    });
    start.started();
    const ended = new Promise<ProcessEnd>((resolve) => {
      child.on('exit', (exitCode, signal) => {
        start.ended();
        resolve({ exitCode, signal });
      });
      child.on('error', (error) => {
        start.ended();
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
