import { spawn, type ChildProcess } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { claimCall, createCallFiles, writeCallState, type CallFiles, type CallState } from '../call-files.ts';
import { KeptOutput } from '../kept-output.ts';
import { endProcesses } from './end-processes.ts';
import { LiveOutput } from './live-output.ts';
import type { OutputPipe, OutputPipes } from './output-pipes.ts';
import type { ProcessTable } from './process-table.ts';

/** How long output that is still in the pipe is waited for, when the command itself has ended. */
const DRAIN_MS = 50;
const DRAIN_KILLED_MS = 20;
const LAST_READ_MS = 250;
/** What shells say when a command cannot be run. */
const CANNOT_RUN = 126;

/** A command as it is asked for. */
export interface CommandSpec {
  readonly key: string;
  readonly command: string;
  readonly cwd: string;
  readonly env: Readonly<Record<string, string>>;
}

/** What a command needs of its supervisor. */
export interface CommandPlace {
  readonly stateFolder: string;
  readonly pipes: OutputPipes;
  readonly table: ProcessTable;
  /** Hears what is printed, a few times a second. */
  readonly onOutput: (text: string) => void;
  readonly hasListeners: () => boolean;
}

interface ProcessEnd {
  readonly exitCode: number | null;
  readonly signal: string | null;
}

/** A command that runs: its process group, its files, and its end. */
export class SupervisedCommand {
  readonly pid: number | null;
  /** Resolves when nothing of it lives and its end is written down; never rejects. */
  readonly ended: Promise<void>;
  readonly #place: CommandPlace;
  readonly #files: CallFiles;
  #state: CallState;
  #killing: Promise<boolean> | undefined;

  /** Starts it, once: undefined when its key has been claimed before. */
  static start(spec: CommandSpec, place: CommandPlace): SupervisedCommand | undefined {
    const files = createCallFiles(place.stateFolder, spec.key);
    const state: CallState = {
      version: 1,
      key: spec.key,
      command: spec.command,
      cwd: spec.cwd,
      startedAt: new Date().toISOString(),
      pid: null,
      processStart: null,
      endedAt: null,
      exitCode: null,
      signal: null,
      outputBytes: 0,
      headBytes: 0,
      tailBytes: 0,
    };
    return claimCall(files, state) ? new SupervisedCommand(spec, place, state) : undefined;
  }

  private constructor(spec: CommandSpec, place: CommandPlace, state: CallState) {
    this.#place = place;
    this.#files = createCallFiles(place.stateFolder, spec.key);
    const kept = new KeptOutput(this.#files.output);
    const { child, pipe, problem } = launch(spec, place.pipes, this.#files.marker);
    this.pid = child?.pid ?? null;
    const processStart = this.pid === null ? null : (place.table.startOf(this.pid) ?? null);
    this.#state = { ...state, pid: this.pid, processStart };
    this.#write();
    this.ended = this.#follow({ child, pipe, kept, problem });
  }

  /** Resolves when all of it is dead. */
  async kill(): Promise<void> {
    this.#killing ??= endProcesses(this.#place.table, { group: this.pid, marker: this.#files.marker });
    await this.#killing;
  }

  async #follow({ child, pipe, kept, problem }: Launched & { readonly kept: KeptOutput }): Promise<void> {
    const live = new LiveOutput(this.#place.onOutput, this.#place.hasListeners);
    const onChunk = (chunk: Buffer): void => {
      kept.push(chunk);
      live.push(chunk);
    };
    const reading = pipe?.read(onChunk);
    let end: ProcessEnd = { exitCode: CANNOT_RUN, signal: null };
    if (child !== undefined) {
      const ended = await endOf(child);
      if ('problem' in ended) problem = ended.problem;
      else end = ended;
      // A pipe that nobody holds any more is read to its end; one that somebody keeps is not waited for.
      await Promise.race([reading?.finished, delay(this.#killing === undefined ? DRAIN_MS : DRAIN_KILLED_MS)]);
      await endProcesses(this.#place.table, { group: this.pid, marker: this.#files.marker });
      await this.#killing;
      // Whoever wrote is gone, so the end of the pipe is near: a busy machine must not cost the last lines.
      await Promise.race([reading?.finished, delay(this.#killing === undefined ? LAST_READ_MS : DRAIN_KILLED_MS)]);
    }
    if (problem !== undefined) onChunk(Buffer.from(`bowline: the command could not be run: ${problem}\n`));
    reading?.stop();
    live.finish();
    this.#state = { ...this.#state, ...end, ...kept.finish(), endedAt: new Date().toISOString() };
    this.#write();
  }

  #write(): void {
    try {
      writeCallState(this.#files, this.#state);
    } catch {
      // A full disk: the claim stands, and who asks for the end is told that nobody saw it.
    }
  }
}

interface Launched {
  readonly child?: ChildProcess | undefined;
  readonly pipe?: OutputPipe | undefined;
  problem?: string | undefined;
}

function launch(spec: CommandSpec, pipes: OutputPipes, marker: string): Launched {
  const [name = '', value] = marker.split('=');
  const env = { ...spec.env, [name]: value };
  let pipe: OutputPipe | undefined;
  try {
    pipe = pipes.open();
    const child = spawn(findShell(spec.env['PATH']), ['-c', spec.command], {
      cwd: spec.cwd,
      env,
      detached: true,
      stdio: ['ignore', pipe.writeEnd, pipe.writeEnd],
    });
    return { child, pipe };
  } catch (thrown) {
    return { pipe, problem: thrown instanceof Error ? thrown.message : String(thrown) };
  } finally {
    pipe?.closeWriteEnd();
  }
}

function findShell(path: string | undefined): string {
  const folders = [...(path ?? '').split(':').filter((folder) => folder.startsWith('/')), '/bin', '/usr/bin'];
  return folders.map((folder) => join(folder, 'bash')).find((file) => existsSync(file)) ?? '/bin/sh';
}

function endOf(child: ChildProcess): Promise<ProcessEnd | { readonly problem: string }> {
  return new Promise((resolve) => {
    child.on('exit', (exitCode, signal) => {
      resolve({ exitCode, signal });
    });
    child.on('error', (error) => {
      resolve({ problem: error.message });
    });
  });
}
