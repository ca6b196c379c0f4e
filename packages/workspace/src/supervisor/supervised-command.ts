import type { CommandNetwork } from '../sandbox/linux/command-network.ts';
import type { Confinement } from '../sandbox/confinement.ts';
import type { NotConfined, Sandbox } from '../sandbox/sandbox.ts';
import { existsSync } from 'node:fs';
import { setTimeout as delay } from 'node:timers/promises';
import { claimCall, markBackground, type CallState } from '../processes/call-files.ts';
import { KeptOutput } from '../processes/kept-output.ts';
import { CallRecord } from './call-record.ts';
import { CommandWatches } from './command-watches.ts';
import { endProcesses } from './end-processes.ts';
import { launchWithPipes } from './launch-with-pipes.ts';
import { launchWithTerminal } from './launch-with-terminal.ts';
import { toExit, toFailedLaunch, type LaunchedProcess, type LaunchSpec, type ProcessEnd } from './launched-process.ts';
import { LimitWatch, type LimitPlace } from './limit-watch.ts';
import { LiveOutput } from './live-output.ts';
import type { OutputPipes } from './output-pipes.ts';
import type { CommandMark, ProcessTable } from './process-table.ts';

/** How long to wait for output left in the pipe after the command ended. */
const DRAIN_MS = 50;
const DRAIN_KILLED_MS = 20;
const LAST_READ_MS = 250;
/** Enough to see the last prompt and whether a program uses the full screen. */
const PROMPT_BYTES = 64 * 1024;
/** Enough for what programs print about a limit when they end. */
const LIMIT_BYTES = 16 * 1024;

/** A command to run. */
export interface CommandSpec {
  readonly key: string;
  readonly command: string;
  /** The words to start it from, without a shell. */
  readonly words?: readonly string[] | undefined;
  readonly cwd: string;
  readonly env: Readonly<Record<string, string>>;
  readonly confinement: Confinement | null;
  readonly pty: boolean;
  /** Texts to remove from its output file. */
  readonly leftOut?: readonly string[] | undefined;
  /** When to end it. Null: never. */
  readonly timeoutMs: number | null;
  readonly inactivityTimeoutMs: number | null;
}

/** What a command needs from its supervisor. */
export interface CommandPlace extends LimitPlace {
  readonly stateFolder: string;
  readonly pipes: OutputPipes;
  /** The sandbox, if available. */
  readonly sandbox: Sandbox | undefined;
  /** The network opened for this command, or why it was not. Undefined: no network. */
  readonly network: CommandNetwork | NotConfined | undefined;
  readonly pid: number;
  /** The supervisor's mark for the environment. */
  readonly mark: Readonly<Record<string, string>>;
  readonly table: ProcessTable;
  /** Receives output a few times per second. */
  readonly onOutput: (text: string) => void;
  readonly hasListeners: () => boolean;
  /** Called when it waits for input. */
  readonly onWaiting: () => void;
}

type Stop = NonNullable<CallState['stop']>;

/** A running command: its process group, its files, and its end. */
export class SupervisedCommand {
  /** Resolves when all its processes are dead and its end is recorded. Never rejects. */
  readonly ended: Promise<void>;
  readonly #place: CommandPlace;
  readonly #record: CallRecord;
  readonly #kept: KeptOutput;
  readonly #process: LaunchedProcess;
  readonly #watches: CommandWatches;
  readonly #limits: LimitWatch;
  #isOver = false;
  #killing: { readonly stop: Stop; readonly done: Promise<unknown> } | undefined;

  /** Starts the command. Undefined if its key was claimed before. */
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

  /** Whether it accepts input. */
  get hasTerminal(): boolean {
    return this.#process.write !== undefined;
  }

  /** Whether it waits for input. */
  get isWaiting(): boolean {
    return this.#watches.isWaiting;
  }

  /** Resolves when all its processes are dead. */
  async kill(cause: Stop['cause'], limitMs: number | null = null): Promise<void> {
    this.#killing ??= { stop: { cause, limitMs }, done: endProcesses(this.#place.table, this.#mark) };
    await this.#killing.done;
  }

  /** Moves it to the background, without a silence limit. */
  leave(): void {
    this.#watches.allowSilence();
    markBackground(this.#record.files, this.#record.state.key);
    this.#forwardPorts();
  }

  /** The last bytes of its output, as text. */
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

  #watch({ timeoutMs, inactivityTimeoutMs }: CommandSpec): CommandWatches {
    return new CommandWatches({
      timeoutMs,
      inactivityTimeoutMs,
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
    // A command that ended by itself was not killed, even if a kill came too late.
    const stop = this.#killing?.stop ?? null;
    this.#watches.stop();
    const leftovers = await this.#clear();
    const notes = 'problem' in end ? [`cannot run the command: ${end.problem}`] : (end.notes ?? []);
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

  /** Ends what it left behind and reads the rest of its output. Returns the number of processes that it left. */
  async #clear(): Promise<number> {
    const { drained } = this.#process;
    const isKilled = (): boolean => this.#killing !== undefined;
    // Reads a pipe to its end if no process holds it, but does not wait for one that does.
    await Promise.race([drained, delay(isKilled() ? DRAIN_KILLED_MS : DRAIN_MS)]);
    const leftovers = await endProcesses(this.#place.table, this.#mark);
    await this.#killing?.done;
    // All writers are gone, so the end of the pipe is near: do not lose the last lines on a busy machine.
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
  // Node would report that the shell is missing.
  if (!existsSync(spec.cwd)) return toFailedLaunch(`the directory ${spec.cwd} does not exist`);
  return (spec.pty ? launchWithTerminal(spec, place) : undefined) ?? launchWithPipes(spec, place);
}

function toVariable(marker: string): Record<string, string> {
  const [name = '', value = ''] = marker.split('=');
  return { [name]: value };
}

/** Why a command could not be sandboxed, as reported before it ran. Null: it could. */
function toUnconfined(end: ProcessEnd, confinement: Confinement | null, printed: string): string | null {
  if (confinement === null) return null;
  if ('problem' in end) return end.isUnconfined === true ? end.problem : null;
  const said = /^bwrap: (?!execvp)([^\n]+)\n?$/.exec(printed)?.[1];
  return end.exitCode === 1 && said !== undefined ? `bubblewrap reported: ${said}` : null;
}
