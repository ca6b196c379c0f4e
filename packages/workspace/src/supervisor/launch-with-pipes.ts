import { spawn } from 'node:child_process';
import { asFirstToEnd } from './as-first-to-end.ts';
import {
  toFailedLaunch,
  toStart,
  type LaunchedProcess,
  type LaunchSpec,
  type ProcessEnd,
  type StartPlace,
} from './launched-process.ts';
import type { OutputPipe, OutputPipes } from './output-pipes.ts';

/** Runs a command with an empty stdin and no terminal: programs that would prompt fail with a message. */
export function launchWithPipes(
  { onChunk, ...what }: LaunchSpec,
  { pipes, sandbox, group }: StartPlace & { readonly pipes: OutputPipes },
): LaunchedProcess {
  let pipe: OutputPipe | undefined;
  try {
    pipe = pipes.open();
    const start = toStart(what, { sandbox, group, hasTerminal: false });
    if ('problem' in start) return toFailedLaunch(start.problem, true);
    const { file, args, cwd, env, argv0 } = start;
    const { writeEnd } = pipe;
    const child = asFirstToEnd(what.confinement !== null, () =>
      spawn(file, args, {
        cwd,
        env,
        argv0,
        // Its own session has no /dev/tty to open.
        detached: true,
        stdio: ['ignore', writeEnd, writeEnd, ...start.descriptors],
      }),
    );
    start.started();
    const ended = new Promise<ProcessEnd>((resolve) => {
      child.on('exit', (exitCode, signal) => {
        resolve({ exitCode, signal, notes: start.ended() });
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
