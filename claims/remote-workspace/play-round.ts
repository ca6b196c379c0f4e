import { spawn, type ChildProcess } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { existsSync, mkdirSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { setTimeout as delay } from 'node:timers/promises';
import { findMarked, killMarked } from '../../tests/kit/marked-processes.ts';
import type { SeededRandom } from '../../tests/kit/seeded-random.ts';
import { openDroppableRoute, type DroppableRoute } from '../../tests/kit/link/open-droppable-route.ts';
import { openSlowPort, type SlowPort } from './open-slow-port.ts';
import { expectedOutput, type FarTask, type NearCommand, type NearTask, type Report } from './tasks.ts';

export const faults = [
  'link down',
  'far end killed',
  'far end stopped',
  'far machine killed',
  'near end killed',
  'both ends killed',
] as const;
export type Fault = (typeof faults)[number];

/** Where rounds are played. */
export interface RoundStage {
  readonly folder: string;
  readonly childFile: (name: string) => string;
}

/** What came of a round. */
export interface PlayedRound {
  readonly fault: Fault;
  readonly isSlow: boolean;
  readonly commands: number;
  /** Whether the fault came while a command ran. */
  readonly wasRunning: boolean;
  readonly ran: number;
  readonly ranTwice: number;
  /** Commands whose output or exit code did not arrive in full, except those that died with their machine. */
  readonly lost: number;
  /** Reports of an end that had not come, or of another end. */
  readonly untrue: number;
  readonly unknown: number;
  readonly isInTime: boolean;
}

const COMMANDS = 4;
/** A command runs for about a second, and longer on a busy machine. */
const MOMENT_MS = 1500;
const PATIENCE_MS = 60_000;
const SLOW = { delayMs: 150, bytesPerSecond: 40_000 };

/** Runs commands in a served workspace across a network link, breaks something, and compares what was reported. */
export async function playRound(
  { fault, isSlow }: { readonly fault: Fault; readonly isSlow: boolean },
  stage: RoundStage,
  { name, random }: { readonly name: string; readonly random: SeededRandom },
): Promise<PlayedRound> {
  const round = new Round({ ...stage, folder: join(stage.folder, name) }, random);
  try {
    await round.open(isSlow);
    const isInTime = await round.run(fault);
    return { fault, isSlow, isInTime, ...round.count() };
  } finally {
    round.close();
  }
}

/** What a supervisor stores of a command. */
interface CommandState {
  readonly key: string;
  readonly endedAt: string | null;
}

class Round {
  readonly #stage: RoundStage;
  readonly #random: SeededRandom;
  readonly #token = randomUUID();
  readonly #mark = `remote-${randomUUID()}`;
  readonly #commands: readonly NearCommand[];
  #far: ChildProcess | undefined;
  #near: ChildProcess | undefined;
  #port = 0;
  #slow: SlowPort | undefined;
  #route: DroppableRoute | undefined;
  #wasRunning = false;
  #diedWithMachine: ReadonlySet<string> | undefined;

  constructor(stage: RoundStage, random: SeededRandom) {
    this.#stage = stage;
    this.#random = random;
    for (const each of ['root', 'far', 'near']) mkdirSync(join(stage.folder, each), { recursive: true });
    this.#commands = Array.from({ length: COMMANDS }, (_, n) => ({
      key: `k${n}`,
      lines: random.int(20, 120),
      exitCode: random.int(0, 3),
    }));
  }

  async open(isSlow: boolean): Promise<void> {
    const { folder } = this.#stage;
    await this.#startFar();
    this.#slow = isSlow ? await openSlowPort(this.#port, SLOW) : undefined;
    const to = this.#slow?.port ?? this.#port;
    this.#route = await openDroppableRoute(to, { folder });
  }

  /** Whether every command was reported in time. */
  async run(fault: Fault): Promise<boolean> {
    await this.#startNear();
    // Every fourth fault may also come before anything was started.
    const isLater = this.#random.int(0, 3) > 0;
    while (isLater && this.#started().length === 0) await delay(20);
    await delay(this.#random.int(0, MOMENT_MS));
    this.#wasRunning = this.#started().some((key) => !this.#isDone(key));
    await this.#break(fault);
    const until = performance.now() + PATIENCE_MS;
    while (this.#reports().length < COMMANDS && performance.now() < until) await delay(20);
    return this.#reports().length >= COMMANDS;
  }

  count(): Omit<PlayedRound, 'fault' | 'isSlow' | 'isInTime'> {
    const runs = this.#started();
    const reports = this.#reports();
    const judged = this.#commands.map((command) => {
      const report = reports.find(({ key }) => key === command.key);
      const hasRun = runs.includes(command.key);
      const isUnknown = report?.exitCode === null;
      const isRight = report?.exitCode === command.exitCode && report.output === expectedOutput(command);
      return {
        isUnknown,
        isLost: hasRun && !isRight && this.#diedWithMachine?.has(command.key) !== true,
        isUntrue: report !== undefined && !isUnknown && (!report.isDone || !isRight),
      };
    });
    return {
      commands: COMMANDS,
      wasRunning: this.#wasRunning,
      ran: new Set(runs).size,
      ranTwice: runs.length - new Set(runs).size,
      lost: judged.filter(({ isLost }) => isLost).length,
      untrue: judged.filter(({ isUntrue }) => isUntrue).length,
      unknown: judged.filter(({ isUnknown }) => isUnknown).length,
    };
  }

  close(): void {
    this.#near?.kill('SIGKILL');
    this.#far?.kill('SIGKILL');
    killMarked(this.#mark);
    this.#route?.close();
    this.#slow?.close();
  }

  async #break(fault: Fault): Promise<void> {
    switch (fault) {
      case 'link down':
        await this.#route?.drop();
        await delay(this.#random.int(200, 6000));
        await this.#route?.restore();
        break;
      case 'far end killed':
        await end(this.#far);
        await this.#startFarLater();
        break;
      case 'far end stopped':
        this.#far?.kill('SIGSTOP');
        await delay(this.#random.int(200, 6000));
        this.#far?.kill('SIGCONT');
        break;
      case 'far machine killed':
        await end(this.#far);
        while (findMarked(this.#mark).length > 0) killMarked(this.#mark);
        this.#diedWithMachine = this.#unrecorded();
        await this.#startFarLater();
        break;
      case 'near end killed':
        await end(this.#near);
        await this.#startNear();
        break;
      case 'both ends killed':
        await Promise.all([end(this.#near), end(this.#far)]);
        await Promise.all([this.#startNear(), this.#startFarLater()]);
        break;
    }
  }

  async #startFarLater(): Promise<void> {
    await delay(this.#random.int(0, 2000));
    await this.#startFar();
  }

  async #startFar(): Promise<void> {
    const { folder, childFile } = this.#stage;
    const task: FarTask = {
      port: this.#port,
      token: this.#token,
      root: join(folder, 'root'),
      state: join(folder, 'far'),
      supervisor: childFile('supervisor'),
      mark: this.#mark,
    };
    const words = ['--no-warnings', childFile('far-end'), JSON.stringify(task)];
    this.#far = spawn(process.execPath, words, { stdio: ['ignore', 'pipe', 'inherit'] });
    const line = await firstLine(this.#far);
    this.#port = (JSON.parse(line) as { readonly port: number }).port;
  }

  /** In a network whose only way out is the link. Resolves once it has opened the workspace, or the far end is away. */
  async #startNear(): Promise<void> {
    const { folder, childFile } = this.#stage;
    const { host = '', port = 0, words = [] } = this.#route ?? {};
    const task: NearTask = {
      url: `bowline://${host}:${port}`,
      token: this.#token,
      root: join(folder, 'root'),
      folder: join(folder, 'near'),
      commands: this.#commands,
    };
    const [program, ...args] = [...words, process.execPath, '--no-warnings', childFile('near-end')];
    this.#near = spawn(program, [...args, JSON.stringify(task)], { stdio: ['ignore', 'pipe', 'inherit'] });
    await Promise.race([firstLine(this.#near), delay(5000)]);
  }

  /** The keys of the commands that have begun, each as often as it did. */
  #started(): readonly string[] {
    return readLines(join(this.#stage.folder, 'root/runs'));
  }

  #isDone(key: string): boolean {
    return existsSync(join(this.#stage.folder, `root/done-${key}`));
  }

  /** The keys of the commands that have begun and whose end is not on the disk of the far machine. */
  #unrecorded(): ReadonlySet<string> {
    const folder = join(this.#stage.folder, 'far/session');
    const names = existsSync(folder) ? readdirSync(folder).filter((name) => name.endsWith('.json')) : [];
    const states = names.map((name) => JSON.parse(readFileSync(join(folder, name), 'utf8')) as CommandState);
    const recorded = states.filter(({ endedAt }) => endedAt !== null).map(({ key }) => key);
    return new Set(this.#started().filter((key) => !recorded.includes(key)));
  }

  #reports(): readonly Report[] {
    return readLines(join(this.#stage.folder, 'near/reports')).map((line) => JSON.parse(line) as Report);
  }
}

async function end(child: ChildProcess | undefined): Promise<void> {
  if (child === undefined || child.exitCode !== null) return;
  const ended = once(child, 'exit');
  child.kill('SIGKILL');
  await ended;
}

async function firstLine({ stdout }: ChildProcess): Promise<string> {
  if (stdout === null) throw new Error('a child prints nowhere');
  for await (const line of createInterface({ input: stdout })) return line;
  throw new Error('a child ended before it was ready');
}

/** Complete lines only: the last one may just be written. */
function readLines(path: string): readonly string[] {
  if (!existsSync(path)) return [];
  return readFileSync(path, 'utf8').split('\n').slice(0, -1);
}
