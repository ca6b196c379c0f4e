import type * as NodePty from '@lydell/node-pty';
import { closeSync, constants as files, openSync } from 'node:fs';
import { createRequire } from 'node:module';
import { constants } from 'node:os';
import { asFirstToEnd } from './as-first-to-end.ts';
import {
  toFailedLaunch,
  toStart,
  findShell,
  type Start,
  type StartPlace,
  type LaunchedProcess,
  type LaunchSpec,
  type ProcessEnd,
} from './launched-process.ts';

const COLUMNS = 120;
const ROWS = 40;

/** Runs a command with a terminal. Undefined if this machine provides none. */
export function launchWithTerminal(
  { onChunk, ...what }: LaunchSpec,
  { sandbox, group, pid }: StartPlace & { readonly pid: number },
): LaunchedProcess | undefined {
  const pty = loadPty();
  if (pty === undefined) return undefined;
  try {
    const start = toStart(what, { sandbox, group, hasTerminal: true });
    if ('problem' in start) return toFailedLaunch(start.problem, true);
    const { file, args, cwd, env } = passDescriptors(start, pid);
    const options = {
      cwd,
      env: { ...env },
      name: env['TERM'] ?? 'xterm-256color',
      cols: COLUMNS,
      rows: ROWS,
      // Returns bytes, contrary to its types.
      encoding: null,
    };
    const terminal = asFirstToEnd(what.confinement !== null, () => pty.spawn(file, [...args], options));
    terminal.onData((data: unknown) => {
      onChunk(Buffer.isBuffer(data) ? data : Buffer.from(String(data)));
    });
    const release = holdOpen(terminal);
    // Resolves when all output has been read, or after a timeout.
    const ended = new Promise<ProcessEnd>((resolve) => {
      terminal.onExit(({ exitCode, signal }) => {
        release();
        start.started();
        const notes = start.ended();
        const name = signalName(signal);
        resolve({ exitCode: name === null ? exitCode : null, signal: name, notes });
      });
    });
    return {
      pid: terminal.pid,
      ended,
      drained: ended.then(() => undefined),
      stopReading: () => undefined,
      write: (text) => {
        terminal.write(text);
      },
    };
  } catch (thrown) {
    return toFailedLaunch(thrown);
  }
}

/**
 * The terminal library passes no descriptors on: a shell reopens them through this process and then becomes the
 * program. They are closed when the command ends, long after the shell is done with them.
 */
function passDescriptors(start: Start, pid: number): Pick<Start, 'file' | 'args' | 'cwd' | 'env'> {
  if (start.descriptors.length === 0) return start;
  const opened = start.descriptors.map((descriptor, n) => `${n + 3}</proc/${pid}/fd/${descriptor}`);
  const script = `exec "$0" "$@" ${opened.join(' ')}`;
  return { ...start, file: findShell(start.env['PATH']), args: ['-c', script, start.file, ...start.args] };
}

/**
 * Keeps the command's side of a terminal open until it has ended.
 *
 * Many programs close their output before they exit. The terminal would then be closed on our side, and the hang-up
 * would kill a program that is about to end normally.
 */
function holdOpen(terminal: NodePty.IPty): () => void {
  const { ptsName } = terminal as { readonly ptsName?: string };
  if (ptsName === undefined) return () => undefined;
  const side = openSync(ptsName, files.O_RDWR | files.O_NOCTTY);
  return () => {
    closeSync(side);
  };
}

/** Optional and native, so it is loaded when a terminal is first needed. */
function loadPty(): typeof NodePty | undefined {
  try {
    return createRequire(import.meta.url)('@lydell/node-pty') as typeof NodePty;
  } catch {
    // Not available for this machine, or not installed: running without a terminal is better than not running.
    return undefined;
  }
}

function signalName(number: number | undefined): string | null {
  if (number === undefined || number === 0) return null;
  return Object.entries(constants.signals).find(([, value]) => value === number)?.[0] ?? `signal ${number}`;
}
