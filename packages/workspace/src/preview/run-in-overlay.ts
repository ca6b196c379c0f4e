import { spawn, spawnSync, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { lstatSync, mkdirSync, statSync, chmodSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Readable, Writable } from 'node:stream';
import { readText } from '../disk/look.ts';
import type { Confinement } from '../sandbox/confinement.ts';
import { createLinuxSandbox, type LinuxSandboxParts } from '../sandbox/linux/create-linux-sandbox.ts';
import { readProcessStat } from '../sandbox/linux/process-stat.ts';
import type { ProtectedPath } from '../sandbox/linux/protected-paths.ts';
import type { CommandEnd } from '../workspace.ts';
import { BoundedOutput } from './bounded-output.ts';
import { EXIT, STATUS, STATUS_DESCRIPTOR, toOverlayScript, type OverlayStart } from './overlay-script.ts';

const KEPT_BYTES = 64 * 1024;
const POLL_MS = 5;
const LEFT = 'bowline: still running:';
/** Runs the command and then names the processes that it has left: all but the first of the sandbox and this one. */
const REPORT_LEFT = `"$@" 2>&1
code=$?
for p in /proc/[0-9]*; do
  pid=\${p#/proc/}
  [ "$pid" != 1 ] && [ "$pid" != $$ ] && read -r line < "$p/stat" || continue
  case $line in *") Z "*) ;; *) line=\${line#*\\(}; echo "${LEFT} \${line%%\\)*}" >&3 ;; esac
done 3>&2 2>/dev/null
exit $code`;

/** A command to run, and where. */
export interface OverlayRun {
  readonly start: OverlayStart;
  readonly sandbox: Pick<LinuxSandboxParts, 'bubblewrap' | 'architecture'>;
  readonly confinement: Confinement;
  /** The folders that it may change, none inside another. */
  readonly folders: readonly string[];
  /** A private folder for the changes. The caller removes it. */
  readonly place: string;
  readonly words: readonly string[];
  readonly cwd: string;
  readonly env: Readonly<Record<string, string>>;
  readonly timeoutMs: number;
  readonly signal: AbortSignal;
  /** The folder that begins with the tree in the place. */
  readonly filled?: string | undefined;
}

/** A command that has ended, with what it changed still in place. */
export interface OverlayEnd {
  readonly end: Omit<CommandEnd, 'outputPath'>;
  /** The names of processes that it has left running. They were ended. */
  readonly left: readonly string[];
  /** When it started, by the clock of the file system, in nanoseconds. */
  readonly began: bigint;
  readonly placeholders: readonly ProtectedPath[];
  /** Where a folder can be seen as the command has left it. */
  readonly view: (folder: string) => string;
  /** Where the changes of folder `n` are. */
  readonly upper: (n: number) => string;
  /** Ends the mounts. */
  readonly close: () => Promise<void>;
}

/** Runs a command to its end in overlays of the folders that it may change. */
export async function runInOverlay(run: OverlayRun): Promise<OverlayEnd | { readonly problem: string }> {
  const { start, place, folders, cwd, env, confinement } = run;
  const placeholders: ProtectedPath[] = [];
  const sandbox = createLinuxSandbox({
    ...run.sandbox,
    // A folder that is held by descriptor would be the one below the overlay.
    bubblewrap: { ...run.sandbox.bubblewrap, bindsDescriptors: false },
    placeholders: {
      has: () => false,
      make: (paths) => {
        placeholders.push(...paths);
        return () => undefined;
      },
    },
    scratch: place,
  });
  const words = [start.programs.bash, '-c', REPORT_LEFT, 'sh', ...run.words];
  const confined = sandbox.confine(confinement, { words, cwd, env, hasTerminal: false });
  if ('problem' in confined) return confined;
  for (const [n, folder] of folders.entries()) prepareUpper(`${place}/${n}`, folder);
  const began = markTime(place);
  const [file, ...before] = start.words;
  const bubblewrap = run.sandbox.bubblewrap.path;
  const filled = run.filled === undefined ? undefined : { folder: run.filled, bubblewrap };
  const script = toOverlayScript({ folders, place, placeholders, filled }, start);
  const inside = [confined.file, '--json-status-fd', String(STATUS_DESCRIPTOR), ...confined.args];
  const child = spawn(file, [...before, script, 'sh', ...inside], {
    cwd: '/',
    env: confined.env,
    detached: true,
    stdio: ['pipe', 'pipe', 'pipe', ...confined.descriptors],
  });
  confined.started();
  const close = async (): Promise<void> => {
    (child.stdin as Writable).destroy();
    if (child.exitCode === null && child.signalCode === null && child.pid !== undefined) await once(child, 'exit');
  };
  const ended = await follow(child, run);
  if ('problem' in ended) {
    await close();
    return ended;
  }
  return {
    ...ended,
    began,
    placeholders,
    view: (folder) => `/proc/${child.pid ?? 0}/root${folder}`,
    upper: (n) => `${place}/${n}/upper`,
    close,
  };
}

/** The top of the merged view has the mode of the upper folder. */
function prepareUpper(at: string, folder: string): void {
  for (const name of ['upper', 'work']) mkdirSync(join(at, name), { recursive: true });
  chmodSync(join(at, 'upper'), statSync(folder).mode & 0o7777);
}

function markTime(place: string): bigint {
  writeFileSync(join(place, 'began'), '');
  return lstatSync(join(place, 'began'), { bigint: true }).ctimeNs;
}

async function follow(
  child: ChildProcess,
  { place, timeoutMs, signal, start }: OverlayRun,
): Promise<Pick<OverlayEnd, 'end' | 'left'> | { readonly problem: string }> {
  const startedAt = performance.now();
  const [output, notes] = [new BoundedOutput(KEPT_BYTES), new BoundedOutput(KEPT_BYTES)];
  const failed = new Promise<string>((resolve) => {
    child.once('error', ({ message }) => {
      resolve(message);
    });
  });
  const limit: { isReached: boolean } = { isReached: false };
  const stop = (): void => {
    endCommand(place, child, start.programs.bash);
  };
  const timer = setTimeout(() => {
    limit.isReached = true;
    stop();
  }, timeoutMs);
  signal.addEventListener('abort', stop, { once: true });
  if (signal.aborted) stop();
  try {
    const drained = Promise.all([drain(child.stdout, output), drain(child.stderr, notes)]);
    const problem = await Promise.race([failed, drained.then(() => undefined)]);
    if (problem !== undefined) return { problem };
  } finally {
    clearTimeout(timer);
    signal.removeEventListener('abort', stop);
  }
  const pid = readSandboxPid(place);
  const exit = readText(join(place, EXIT))?.trim();
  if (signal.aborted) return { problem: 'it was canceled' };
  // bubblewrap says how the command ended, but not that it could not be started.
  const hasRun = /"exit-code"/.test(readText(join(place, STATUS)) ?? '');
  if (pid === undefined || exit === undefined || (!hasRun && !limit.isReached))
    return { problem: lastLine(notes.read().head) };
  await untilGone(pid);
  const left = notes
    .read()
    .head.split('\n')
    .flatMap((line) => (line.startsWith(LEFT) ? [line.slice(LEFT.length + 1)] : []));
  const stopped = limit.isReached ? ({ cause: 'timeout', limitMs: timeoutMs } as const) : null;
  const durationMs = Math.round(performance.now() - startedAt);
  const how = { exitCode: stopped === null ? Number(exit) : null, signal: null, stop: stopped, durationMs };
  return { end: { ...how, leftovers: left.length, ...output.read() }, left };
}

async function drain(stream: Readable | null, output: BoundedOutput): Promise<void> {
  stream?.on('data', (chunk: Buffer) => {
    output.add(chunk);
  });
  if (stream !== null && !stream.readableEnded) await once(stream, 'close');
}

/** Ends the sandbox, or everything if it has not started. */
function endCommand(place: string, child: ChildProcess, bash: string): void {
  const pid = readSandboxPid(place);
  if (pid === undefined) child.kill('SIGKILL');
  // The script goes on, and with it the mounts.
  else spawnSync(bash, ['-c', `kill -KILL ${pid}`], { stdio: 'ignore', env: {} });
}

/** The first process of the sandbox: when it is gone, so are all others. */
function readSandboxPid(place: string): number | undefined {
  const pid = /"child-pid": (\d+)/.exec(readText(join(place, STATUS)) ?? '')?.[1];
  return pid === undefined ? undefined : Number(pid);
}

/** bubblewrap does not wait for the processes that the kernel ends with the sandbox. */
async function untilGone(pid: number): Promise<void> {
  while (readProcessStat(pid) !== undefined) await new Promise((resolve) => setTimeout(resolve, POLL_MS));
}

function lastLine(text: string): string {
  return text.trim().split('\n').at(-1) || 'it could not be started';
}
