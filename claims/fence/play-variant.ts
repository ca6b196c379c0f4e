import { spawn, type ChildProcess } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { setTimeout as delay } from 'node:timers/promises';
import { findMarked } from '../../tests/kit/marked-processes.ts';
import { openDroppableRoute, type DroppableRoute } from '../../tests/kit/link/open-droppable-route.ts';
import type { OwnerLine, OwnerTask } from './owner-task.ts';
import { toCommand, type Variant } from './variants.ts';

/** Where takeovers are played. */
export interface FenceStage {
  readonly folder: string;
  readonly childFile: (name: string) => string;
  readonly postgres: { readonly port: number; readonly url: string };
}

/** What came of a takeover. */
export interface PlayedVariant {
  /** Lines of the old owner after the first line of the new one. */
  readonly oldAfterNew: number;
  readonly hasNew: boolean;
  /** Whether the command of the old owner ran before. */
  readonly hadOld: boolean;
  readonly hasHitSupervisor: boolean;
  /** Reports that an interrupted command had ended while it still ran. */
  readonly untrue: number;
  readonly reports: readonly string[];
  /** From the fault to the first line of the new owner. */
  readonly tookMs: number;
}

/** Renewed three times in it, also on a machine under load. */
const LEASE_MS = 4_000;
const PATIENCE_MS = 60_000;
/** How long old writers get to be seen after the new owner wrote, and after an owner thawed. */
const LOOK_MS = 400;
/** When a command ends that is rejoined against expectation. */
const LATE_MS = 8_000;

/** Lets one owner start a writer, breaks it, lets the next one take over, and looks at who wrote when. */
export async function playVariant(variant: Variant, stage: FenceStage, name: string): Promise<PlayedVariant> {
  const folder = join(stage.folder, name);
  for (const each of ['work', 'one', 'two']) mkdirSync(join(folder, each), { recursive: true });
  const route = await openDroppableRoute(stage.postgres.port, { folder });
  const play = new Play(variant, { ...stage, folder }, { name, route });
  try {
    return await play.run();
  } finally {
    play.clear();
    route.close();
  }
}

/** An owner in a process of its own, and what it printed. */
interface Opened {
  readonly child: ChildProcess;
  readonly heard: readonly OwnerLine[];
  readonly hear: (listener: (line: OwnerLine) => void) => void;
}

class Play {
  readonly #variant: Variant;
  readonly #stage: FenceStage;
  readonly #name: string;
  readonly #route: DroppableRoute;
  readonly #children: ChildProcess[] = [];

  constructor(variant: Variant, stage: FenceStage, { name, route }: { name: string; route: DroppableRoute }) {
    this.#variant = variant;
    this.#stage = stage;
    this.#name = name;
    this.#route = route;
  }

  async run(): Promise<PlayedVariant> {
    const { writer, place, isBackground, owner } = this.#variant;
    const old = this.#open('old', { command: toCommand(writer), isBackground, home: 'one' });
    await this.#reachMoment(old);
    const supervisor = await this.#break(old);
    const began = performance.now();
    const next = this.#open('new', {
      command: 'echo new >> written',
      isBackground: false,
      home: place === 'same home' ? 'one' : 'two',
    });
    let untrue = 0;
    next.hear((line) => {
      if (line.type === 'response' && isUntrue(line, this.#writers())) untrue += 1;
      // A command that was rejoined is the new owner's: it ends when it is told to.
      if (line.type === 'opened' && place === 'same home')
        void delay(supervisor === undefined ? LOOK_MS : LATE_MS).then(this.#stop);
    });
    const isOver = (): boolean => this.#lines().includes('new') || next.heard.some(({ type }) => type === 'ended');
    // Without one, the variant fails and the run goes on.
    await this.#until(isOver, 'a new line').catch(() => undefined);
    const tookMs = performance.now() - began;
    const hadOld = this.#lines().includes('old');
    if (owner === 'cut off') await this.#route.restore();
    old.child.kill('SIGCONT');
    if (supervisor !== undefined) send(supervisor, 'SIGCONT');
    await delay(LOOK_MS);
    const lines = this.#lines();
    const first = lines.indexOf('new');
    return {
      oldAfterNew: first === -1 ? 0 : lines.slice(first).filter((line) => line === 'old').length,
      hasNew: first !== -1,
      hadOld,
      hasHitSupervisor: supervisor !== undefined,
      untrue,
      reports: next.heard.flatMap((line) => (line.type === 'response' ? [line.text] : [])),
      tookMs,
    };
  }

  clear(): void {
    this.#stop();
    for (const child of this.#children) child.kill('SIGKILL');
    for (const { pid } of findMarked(this.#mark)) send(pid, 'SIGKILL');
  }

  get #mark(): string {
    return `fence-${this.#name}-of-${process.pid}`;
  }

  #open(who: 'old' | 'new', how: Pick<OwnerTask, 'command' | 'isBackground' | 'home'>): Opened {
    const { folder, childFile, postgres } = this.#stage;
    const url = new URL(postgres.url);
    if (who === 'old') {
      url.hostname = this.#route.host;
      url.port = String(this.#route.port);
    }
    const task: OwnerTask = {
      ...how,
      home: join(folder, how.home),
      workspace: join(folder, 'work'),
      supervisor: childFile('supervisor'),
      mark: `${this.#mark}-${who}`,
      sessionId: `s-${this.#name}`,
      postgres: url.href,
      leaseMs: LEASE_MS,
      isFenced: this.#variant.isFenced,
      isTakeover: who === 'new',
    };
    const words = [process.execPath, '--no-warnings', childFile('fence-owner'), JSON.stringify(task)];
    const isApart = who === 'new' && this.#variant.place === 'shared folder';
    const before = who === 'old' ? this.#route.words : isApart ? APART : [];
    const [file = '', ...args] = [...before, ...words];
    const env = { ...process.env, TMPDIR: this.#stage.folder };
    const child = spawn(file, args, { stdio: ['ignore', 'pipe', 'inherit'], env });
    this.#children.push(child);
    const lines = createInterface({ input: child.stdout });
    const heard: OwnerLine[] = [];
    lines.on('line', (line) => {
      heard.push(JSON.parse(line) as OwnerLine);
    });
    return {
      child,
      heard,
      hear: (listener) => {
        lines.on('line', (line) => {
          listener(JSON.parse(line) as OwnerLine);
        });
      },
    };
  }

  async #reachMoment({ heard }: Opened): Promise<void> {
    const { moment, afterMs } = this.#variant;
    const isThere = {
      starts: () => heard.some(({ type }) => type === 'requested'),
      writes: () => this.#lines().length > 5,
    };
    await this.#until(isThere[moment], `the old owner ${moment}`);
    await delay(afterMs);
  }

  /** Resolves to the supervisor that was hit. Undefined: none, because none was to be, or because it did not run yet. */
  async #break(old: Opened): Promise<number | undefined> {
    const { gapMs } = this.#variant;
    const isFirst = gapMs < 0;
    const before = isFirst ? this.#breakSupervisor() : undefined;
    if (isFirst) await delay(-gapMs);
    await this.#breakOwner(old);
    if (isFirst) return before;
    await delay(gapMs);
    return this.#breakSupervisor();
  }

  async #breakOwner({ child }: Opened): Promise<void> {
    switch (this.#variant.owner) {
      case 'lives':
        break;
      case 'killed':
        child.kill('SIGKILL');
        break;
      case 'stopped':
        child.kill('SIGSTOP');
        break;
      case 'cut off':
        await this.#route.drop();
        break;
    }
  }

  #breakSupervisor(): number | undefined {
    const { supervisor } = this.#variant;
    if (supervisor === 'lives') return undefined;
    const entry = `${this.#stage.childFile('supervisor')} {"stateFolder"`;
    const pid = findMarked(`${this.#mark}-old`).find(({ command }) => command.includes(entry))?.pid;
    if (pid !== undefined) send(pid, supervisor === 'killed' ? 'SIGKILL' : 'SIGSTOP');
    return pid;
  }

  /** Processes of the old owner's command. */
  #writers(): number {
    const isWriter = (command: string): boolean => command.includes('>> written') && !command.includes('fence-owner');
    return findMarked(`${this.#mark}-old`).filter(({ command }) => isWriter(command)).length;
  }

  #lines(): string[] {
    const path = join(this.#stage.folder, 'work/written');
    return existsSync(path) ? readFileSync(path, 'utf8').trim().split('\n') : [];
  }

  readonly #stop = (): void => {
    writeFileSync(join(this.#stage.folder, 'work/stop'), '');
  };

  async #until(isSo: () => boolean, what: string): Promise<void> {
    const until = performance.now() + PATIENCE_MS;
    while (!isSo()) {
      if (performance.now() > until) throw new Error(`waited too long: ${what} (${JSON.stringify(this.#variant)})`);
      await delay(5);
    }
  }
}

/** Sees the same files, but not the processes outside: as another container with the same folder mounted. */
const APART: readonly string[] = [
  ...['bwrap', '--dev-bind', '/', '/', '--tmpfs', '/run', '--unshare-pid', '--proc', '/proc', '--die-with-parent'],
];

/** Says of a command that runs that it does not. */
function isUntrue({ text }: Extract<OwnerLine, { type: 'response' }>, running: number): boolean {
  return running > 0 && /process ended/.test(text) && !/may still be running/.test(text);
}

function send(pid: number, signal: NodeJS.Signals): void {
  try {
    process.kill(pid, signal);
  } catch {
    // It ended meanwhile.
  }
}
