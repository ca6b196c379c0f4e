import { spawn, type ChildProcess } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { setTimeout as delay } from 'node:timers/promises';
import { findMarked } from '../../tests/kit/marked-processes.ts';
import { openDroppableRoute, type DroppableRoute } from './open-droppable-route.ts';
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

/** Lets one owner start a writer, breaks it, lets the next one take over, and looks at who wrote when. */
export async function playVariant(variant: Variant, stage: FenceStage, name: string): Promise<PlayedVariant> {
  const route = await openDroppableRoute(stage.postgres.port);
  const play = new Play(variant, { ...stage, folder: join(stage.folder, name) }, { name, route });
  try {
    return await play.run();
  } finally {
    play.clear();
    route.close();
  }
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
    for (const folder of ['work', 'one', 'two']) mkdirSync(join(stage.folder, folder), { recursive: true });
  }

  async run(): Promise<PlayedVariant> {
    const { writer, place, isBackground, fault } = this.#variant;
    const old = this.#open('old', { command: toCommand(writer), isBackground, home: 'one' });
    await this.#until(() => this.#lines().length > 5, 'the old owner writes');
    this.#break(old);
    const began = performance.now();
    const next = this.#open('new', {
      command: 'echo new >> written',
      isBackground: false,
      home: place === 'same home' ? 'one' : 'two',
    });
    const heard: OwnerLine[] = [];
    let untrue = 0;
    next.hear((line) => {
      heard.push(line);
      if (line.type === 'response' && isUntrue(line, this.#writers())) untrue += 1;
      // A command that was rejoined is the new owner's: it ends when it is told to.
      if (line.type === 'opened' && place === 'same home') void delay(LOOK_MS).then(this.#stop);
    });
    await this.#until(() => this.#lines().includes('new') || heard.some(({ type }) => type === 'ended'), 'a new line');
    const tookMs = performance.now() - began;
    if (fault === 'cut off') this.#route.restore();
    if (fault.startsWith('stopped')) old.child.kill('SIGCONT');
    await delay(LOOK_MS);
    const lines = this.#lines();
    const first = lines.indexOf('new');
    return {
      oldAfterNew: first === -1 ? 0 : lines.slice(first).filter((line) => line === 'old').length,
      hasNew: first !== -1,
      untrue,
      reports: heard.flatMap((line) => (line.type === 'response' ? [line.text] : [])),
      tookMs,
    };
  }

  clear(): void {
    this.#stop();
    for (const child of this.#children) child.kill('SIGKILL');
    for (const { pid } of findMarked(this.#mark)) {
      try {
        process.kill(pid, 'SIGKILL');
      } catch {
        // It ended meanwhile.
      }
    }
  }

  get #mark(): string {
    return `fence-${this.#name}-of-${process.pid}`;
  }

  #open(
    who: 'old' | 'new',
    how: Pick<OwnerTask, 'command' | 'isBackground' | 'home'>,
  ): { readonly child: ChildProcess; readonly hear: (listener: (line: OwnerLine) => void) => void } {
    const { folder, childFile, postgres } = this.#stage;
    const url = new URL(postgres.url);
    if (who === 'old') url.port = String(this.#route.port);
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
    const [file = '', ...args] = isApart ? [...APART, ...words] : words;
    const env = { ...process.env, TMPDIR: this.#stage.folder };
    const child = spawn(file, args, { stdio: ['ignore', 'pipe', 'inherit'], env });
    this.#children.push(child);
    const lines = createInterface({ input: child.stdout });
    return {
      child,
      hear: (listener) => {
        lines.on('line', (line) => {
          listener(JSON.parse(line) as OwnerLine);
        });
      },
    };
  }

  #break({ child }: { readonly child: ChildProcess }): void {
    const { fault } = this.#variant;
    const { childFile } = this.#stage;
    const supervisor = findMarked(`${this.#mark}-old`).find(({ command }) =>
      command.includes(`${childFile('supervisor')} {`),
    );
    switch (fault) {
      case 'killed':
        child.kill('SIGKILL');
        break;
      case 'stopped':
        child.kill('SIGSTOP');
        break;
      case 'cut off':
        this.#route.drop();
        break;
      case 'killed with its supervisor':
        if (supervisor !== undefined) process.kill(supervisor.pid, 'SIGKILL');
        child.kill('SIGKILL');
        break;
      case 'stopped with its supervisor':
        if (supervisor !== undefined) process.kill(supervisor.pid, 'SIGSTOP');
        child.kill('SIGSTOP');
        break;
    }
  }

  /** Processes of the old owner's command. */
  #writers(): number {
    const isWriter = (command: string): boolean => command.includes('echo old') && !command.includes('fence-owner');
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
