import type { CommandNetwork, Confinement, NotConfined, Sandbox } from '@bowline/workspace';
import { existsSync } from 'node:fs';
import { setTimeout as delay } from 'node:timers/promises';
import { claimCall, markBackground, type CallState } from '../call-files.ts';
import { KeptOutput } from '../kept-output.ts';
import { CallRecord } from './call-record.ts';
import { CommandWatches } from './command-watches.ts';
import { endProcesses } from './end-processes.ts';
import { launchWithPipes } from './launch-with-pipes.ts';
import { launchWithTerminal } from './launch-with-terminal.ts';
import { toExit, toFailedLaunch, type LaunchedProcess, type LaunchSpec } from './launched-process.ts';
import { LimitWatch, type LimitPlace } from './limit-watch.ts';
import { LiveOutput } from './live-output.ts';
import type { OutputPipes } from './output-pipes.ts';
import type { CommandMark, ProcessTable } from './process-table.ts';
import { toUnconfined } from './to-unconfined.ts';

/** How long output that is still in the pipe is waited for, when the command itself has ended. */
const DRAIN_MS = 50;
const DRAIN_KILLED_MS = 20;
const LAST_READ_MS = 250;
/** Enough to see what was asked last, and whether a program has the whole screen. */
const PROMPT_BYTES = 64 * 1024;
/** Enough for what programs say of a limit when they end. */
const LIMIT_BYTES = 16 * 1024;

/** A command as it is asked for. */
export interface CommandSpec {
  readonly key: string;
  readonly command: string;
  /** What it is started from, without a shell. */
  readonly words?: readonly string[] | undefined;
  readonly cwd: string;
  readonly env: Readonly<Record<string, string>>;
  readonly confinement: Confinement | null;
  readonly pty: boolean;
  /** Texts that are left out of the file of its output. */
  readonly leftOut?: readonly string[] | undefined;
  /** What ends it; null is never. */
  readonly timeoutMs: number | null;
  readonly silenceMs: number | null;
}

/** What a command needs of its supervisor. */
export interface CommandPlace extends LimitPlace {
  readonly stateFolder: string;
  readonly pipes: OutputPipes;
  /** What confines commands here, where anything does. */
  readonly sandbox: Sandbox | undefined;
  /** The network that was opened for this command, or why it was not; undefined when it has none. */
  readonly network: CommandNetwork | NotConfined | undefined;
  readonly pid: number;
  /** Of the supervisor, for the environment. */
  readonly mark: Readonly<Record<string, string>>;
  readonly table: ProcessTable;
  /** Hears what is printed, a few times a second. */
  readonly onOutput: (text: string) => void;
  readonly hasListeners: () => boolean;
  /** Hears that it waits for somebody to type. */
  readonly onWaiting: () => void;
}

type Stop = NonNullable<CallState['stop']>;

/** A command that runs: its process group, its files, and its end. */
export class SupervisedCommand {
  /** Resolves when nothing of it lives and its end is written down; never rejects. */
  readonly ended: Promise<void>;
  readonly #place: CommandPlace;
  readonly #record: CallRecord;
  readonly #kept: KeptOutput;
  readonly #process: LaunchedProcess;
  readonly #watches: CommandWatches;
  readonly #limits: LimitWatch;
  #isOver = false;
  #killing: { readonly stop: Stop; readonly done: Promise<unknown> } | undefined;

  /** Starts it, once: undefined when its key has been claimed before. */
  static start(spec: CommandSpec, place: CommandPlace): SupervisedCommand | undefined {
    const record = new CallRecord(place.stateFolder, createCallState(spec));
    return claimCall(record.files, record.state) ? new SupervisedCommand(spec, place, record) : undefined;
  }

  private constructor(spec: CommandSpec, place: CommandPlace, record: CallRecord) {
    this.#place = place;
    this.#record = record;
    this.#kept = new KeptOutput(record.files.output, spec.leftOut);
    const live = new LiveOutput(place.onOutput, place.hasListeners);
    const onChunk = (chunk: Buffer): void => {
      this.#kept.push(chunk);
      live.push(chunk);
      this.#watches.hear();
    };
    this.#limits = new LimitWatch(spec.confinement, place);
    const env = { ...spec.env, ...place.mark, ...toVariable(record.files.marker) };
    this.#process = launch({ ...spec, env, onChunk }, place);
    const { pid } = this;
    const processStart = pid === null ? null : (place.table.startOf(pid) ?? null);
    record.update({ pid, processStart, hasTerminal: this.hasTerminal });
    this.#watches = this.#watch(spec);
    this.ended = this.#follow(live, onChunk, spec.confinement);
  }

  get pid(): number | null {
    return this.#process.pid;
  }

  /** Whether it can be typed into. */
  get hasTerminal(): boolean {
    return this.#process.write !== undefined;
  }

  /** Whether it waits for somebody to type. */
  get isWaiting(): boolean {
    return this.#watches.isWaiting;
  }

  /** Resolves when all of it is dead. */
  async kill(cause: Stop['cause'], limitMs: number | null = null): Promise<void> {
    this.#killing ??= { stop: { cause, limitMs }, done: endProcesses(this.#place.table, this.#mark) };
    await this.#killing.done;
  }

  /** It goes on in the background, and may be silent there. */
  leave(): void {
    this.#watches.allowSilence();
    markBackground(this.#record.files, this.#record.state.key);
    this.#forwardPorts();
  }

  /** The last bytes that it printed, as text. */
  recent(bytes: number): string {
    return this.#kept.recent(bytes).toString('utf8');
  }

  /** Types into its terminal, if it has one. */
  write(text: string): void {
    this.#watches.hear();
    this.#process.write?.(text);
  }

  get #network(): CommandNetwork | undefined {
    const { network } = this.#place;
    return network === undefined || 'problem' in network ? undefined : network;
  }

  #forwardPorts(): void {
    const network = this.#network;
    if (this.pid === null || this.#isOver) return;
    network?.forward(this.pid, () => {
      this.#record.update({ network: network.record });
    });
  }

  get #mark(): CommandMark {
    return { group: this.pid, marker: this.#record.files.marker };
  }

  #watch({ timeoutMs, silenceMs }: CommandSpec): CommandWatches {
    return new CommandWatches({
      timeoutMs,
      silenceMs,
      hasTerminal: this.hasTerminal,
      recent: () => this.recent(PROMPT_BYTES),
      reading: () => this.#place.table.readsTerminal(this.#mark),
      onWaiting: this.#place.onWaiting,
      onLimit: (cause, limitMs) => {
        void this.kill(cause, limitMs);
      },
    });
  }

  async #follow(live: LiveOutput, onChunk: (chunk: Buffer) => void, confinement: Confinement | null): Promise<void> {
    const end = await this.#process.ended;
    const endedAt = new Date().toISOString();
    // What ended by itself was not ended by who came too late.
    const stop = this.#killing?.stop ?? null;
    this.#watches.stop();
    const leftovers = await this.#clear();
    const notes = 'problem' in end ? [`the command could not be run: ${end.problem}`] : (end.notes ?? []);
    for (const note of notes) onChunk(Buffer.from(`bowline: ${note}\n`));
    this.#process.stopReading();
    live.finish();
    this.#isOver = true;
    this.#network?.close();
    const printed = this.recent(LIMIT_BYTES);
    const limits = this.#limits.findHit(end, printed);
    this.#record.update({
      network: this.#network?.record ?? null,
      ...toExit(end),
      ...this.#kept.finish(),
      stop,
      limits,
      unconfined: toUnconfined(end, confinement, printed),
      leftovers: stop === null ? leftovers : 0,
      endedAt,
    });
  }

  /** Ends what it left behind, and reads what there is to read; gives how many processes it had left. */
  async #clear(): Promise<number> {
    const { drained } = this.#process;
    const isKilled = (): boolean => this.#killing !== undefined;
    // A pipe that nobody holds any more is read to its end; one that somebody keeps is not waited for.
    await Promise.race([drained, delay(isKilled() ? DRAIN_KILLED_MS : DRAIN_MS)]);
    const leftovers = await endProcesses(this.#place.table, this.#mark);
    await this.#killing?.done;
    // Whoever wrote is gone, so the end of the pipe is near: a busy machine must not cost the last lines.
    await Promise.race([drained, delay(isKilled() ? DRAIN_KILLED_MS : LAST_READ_MS)]);
    return leftovers;
  }
}

function createCallState({ key, command, cwd }: CommandSpec): CallState {
  return {
    version: 1,
    key,
    command,
    cwd,
    startedAt: new Date().toISOString(),
    pid: null,
    processStart: null,
    endedAt: null,
    exitCode: null,
    signal: null,
    stop: null,
    hasTerminal: false,
    leftovers: 0,
    limits: [],
    unconfined: null,
    network: null,
    outputBytes: 0,
    headBytes: 0,
    tailBytes: 0,
  };
}

function launch(command: LaunchSpec & Pick<CommandSpec, 'pty'>, place: CommandPlace): LaunchedProcess {
  const { network } = place;
  if (network !== undefined && 'problem' in network) return toFailedLaunch(network.problem, true);
  const spec = { ...command, network: network?.place };
  // Node would say that the shell is missing.
  if (!existsSync(spec.cwd)) return toFailedLaunch(`the folder ${spec.cwd} does not exist`);
  return (spec.pty ? launchWithTerminal(spec, place) : undefined) ?? launchWithPipes(spec, place);
}

function toVariable(marker: string): Record<string, string> {
  const [name = '', value = ''] = marker.split('=');
  return { [name]: value };
}
