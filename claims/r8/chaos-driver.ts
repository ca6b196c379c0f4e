import { setTimeout as sleep } from 'node:timers/promises';
import type { SeededRandom } from '../../tests/kit/seeded-random.ts';
import type { ChaosCluster } from './open-chaos-cluster.ts';
import type { ProcessPlace } from '../server-bench/process-place.ts';
import { killKinds, type KillKind, type KillNote } from './time-to-continue.ts';

type OneKind = (typeof killKinds)[number];

const PAUSE_MS = { from: 1000, to: 3000 };
/** How long a victim stays down before it is restarted. */
const AWAY_MS = { from: 0, to: 1000 };
const FROZEN_MS = { from: 5000, to: 8000 };
/** One in this many worker victims is picked at random; the others are the busiest. */
const ANY_WORKER = 4;
const LOOK_MS = 2000;
/** How long everything must be up before a single kill, and how long nothing else is killed after it. */
const CALM_MS = 3000;

/** What is about to be killed or frozen. */
interface Victim {
  readonly name: string;
  readonly affected: readonly string[];
  readonly strike: () => Promise<void>;
  /** Resolves when it is up again. */
  readonly back: () => Promise<void>;
}

/** Kills and restarts parts of a server, and records each kill. */
export class ChaosDriver {
  readonly kills: KillNote[] = [];
  readonly #cluster: ChaosCluster;
  readonly #random: SeededRandom;
  /** What was killed or frozen and is not up yet. */
  readonly #away = new Map<string, Promise<void>>();

  constructor(cluster: ChaosCluster, random: SeededRandom) {
    this.#cluster = cluster;
    this.#random = random;
  }

  /** Waits briefly, then kills or freezes a victim of the kind that was hit least, among those that are up. */
  async round(): Promise<OneKind> {
    await sleep(this.#random.int(PAUSE_MS.from, PAUSE_MS.to));
    for (;;) {
      const possible = killKinds.filter((kind) => this.#canKill(kind));
      const fewest = Math.min(...possible.map((kind) => this.#count(kind)));
      const kind = this.#random.pick(possible.filter((each) => this.#count(each) === fewest)) as OneKind | '';
      if (kind !== '') {
        await this.#kill(kind, false);
        return kind;
      }
      await sleep(100);
    }
  }

  /** Kills one thing while everything else is up, and waits until it is back. */
  async alone(kind: OneKind): Promise<void> {
    await this.untilUp();
    await sleep(CALM_MS);
    await this.#kill(kind, true);
    await this.untilUp();
    await sleep(CALM_MS);
  }

  /** Records the sessions at work, as for a kill. */
  async look(): Promise<void> {
    this.#note({ kind: 'nothing', affected: await this.#atWork(), isAlone: true });
  }

  /** Kills everything at once: workers, HTTP servers, engine, database and bus. */
  async killEverything(): Promise<void> {
    await this.untilUp();
    const { workers, servers, restate, postgres, bus } = this.#cluster;
    this.#note({ kind: 'everything', affected: await this.#atWork(), isAlone: true });
    await Promise.all([
      ...[...workers, ...servers].map((place) => place.kill()),
      ...restate.nodes.map((_, node) => restate.kill(node)),
      postgres.postgres.killHard(),
      bus.kill(),
    ]);
    await Promise.all([...restate.nodes.map((_, node) => restate.start(node)), postgres.postgres.start(), bus.start()]);
    await Promise.all([...workers, ...servers].map((place) => place.start()));
  }

  /** Resolves when everything is up. */
  async untilUp(): Promise<void> {
    while (this.#away.size > 0) await Promise.all(this.#away.values());
  }

  #count(kind: KillKind): number {
    return this.kills.filter((kill) => kill.kind === kind).length;
  }

  #canKill(kind: OneKind): boolean {
    const { workers, servers } = this.#cluster;
    const isUp = (place: ProcessPlace): boolean => place.isRunning() && !this.#away.has(place.name);
    switch (kind) {
      case 'worker_killed':
      case 'worker_frozen':
        return workers.filter(isUp).length > 1;
      case 'server_killed':
        return servers.every(isUp);
      case 'restate_killed':
        return !this.#away.has('restate');
      case 'postgres_killed':
        return !this.#away.has('postgres');
      case 'bus_killed':
        return !this.#away.has('bus');
    }
  }

  async #kill(kind: OneKind, isAlone: boolean): Promise<void> {
    const { name, affected, strike, back } = await this.#victimOf(kind);
    this.#note({ kind, affected, isAlone });
    await strike();
    const comeBack = back().finally(() => this.#away.delete(name));
    this.#away.set(name, comeBack);
  }

  async #victimOf(kind: OneKind): Promise<Victim> {
    const { restate, postgres, bus, servers } = this.#cluster;
    switch (kind) {
      case 'worker_killed':
      case 'worker_frozen': {
        const { worker, affected } = await this.#pickWorker();
        return {
          name: worker.name,
          affected,
          ...(kind === 'worker_killed' ? this.#toKill(worker) : this.#toFreeze(worker)),
        };
      }
      case 'server_killed': {
        const server = servers[this.#random.int(0, servers.length - 1)];
        if (server === undefined) throw new Error('there is no server to kill');
        return { name: server.name, affected: await this.#atWork(), ...this.#toKill(server) };
      }
      case 'restate_killed': {
        const node = this.#random.int(0, restate.nodes.length - 1);
        const place = { kill: () => restate.kill(node), start: () => restate.start(node) };
        return { name: 'restate', affected: await this.#atWork(), ...this.#toKill(place) };
      }
      case 'postgres_killed': {
        const place = { kill: () => postgres.postgres.killHard(), start: () => postgres.postgres.start() };
        return { name: 'postgres', affected: await this.#atWork(), ...this.#toKill(place) };
      }
      case 'bus_killed':
        return { name: 'bus', affected: await this.#atWork(), ...this.#toKill(bus) };
    }
  }

  #toKill(place: Pick<ProcessPlace, 'kill' | 'start'>): Pick<Victim, 'strike' | 'back'> {
    return {
      strike: () => place.kill(),
      back: async () => {
        await sleep(this.#random.int(AWAY_MS.from, AWAY_MS.to));
        await place.start();
      },
    };
  }

  #toFreeze(worker: ProcessPlace): Pick<Victim, 'strike' | 'back'> {
    return {
      strike: async () => {
        worker.signal('SIGSTOP');
      },
      back: async () => {
        await sleep(this.#random.int(FROZEN_MS.from, FROZEN_MS.to));
        worker.signal('SIGCONT');
      },
    };
  }

  #note(kill: Omit<KillNote, 'at'>): void {
    this.kills.push({ ...kill, at: Date.now() });
  }

  /** Usually the busiest worker. */
  async #pickWorker(): Promise<{ readonly worker: ProcessPlace; readonly affected: readonly string[] }> {
    const up = this.#cluster.workers.filter((worker) => worker.isRunning() && !this.#away.has(worker.name));
    const held = await Promise.all(up.map(async (worker) => ({ worker, affected: await this.#atWork(worker.pid()) })));
    const [busiest] = held.toSorted((a, b) => b.affected.length - a.affected.length);
    const picked = this.#random.int(1, ANY_WORKER) === 1 ? held[this.#random.int(0, held.length - 1)] : busiest;
    if (picked === undefined) throw new Error('there is no worker to kill');
    return picked;
  }

  /** Sessions in the middle of a turn that is not waiting, of one worker or of all. Empty if the database is down. */
  async #atWork(pid?: number): Promise<readonly string[]> {
    const rows = this.#cluster.postgres.admin
      .query<{ session_id: string }>(
        `select session_id from bowline.session where is_open and pending = 0 and holder is not null
         and ($1::integer is null or (owner ->> 'pid')::integer = $1)`,
        [pid ?? null],
      )
      .then(
        (found) => found.rows,
        () => [],
      );
    const found = await Promise.race([rows, sleep(LOOK_MS, [])]);
    return found.map(({ session_id: sessionId }) => sessionId);
  }
}
