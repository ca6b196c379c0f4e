import { fork, type ChildProcess } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { ClaimRun } from '../claim.ts';
import { atExit } from '../../tests/kit/at-exit.ts';
import { createSeededRandom } from '../../tests/kit/seeded-random.ts';
import type { SessionEvidence } from './chaos-evidence.ts';
import { ChaosDriver } from './chaos-driver.ts';
import type { LoadOrder } from './children/chaos-load.ts';
import { openKeptSessions } from './kept-sessions.ts';
import type { SessionKind, SessionNotes } from './load-session.ts';
import type { ChaosCluster } from './open-chaos-cluster.ts';
import { readCommits, readEvidence } from './read-evidence.ts';
import { killKinds, timeToContinue, type ContinueTimes, type KillKind, type KillNote } from './time-to-continue.ts';

/** The results of a chaos run. */
export interface ChaosPlayed {
  readonly sessions: readonly SessionEvidence[];
  readonly kills: readonly KillNote[];
  /** Times after single kills, and after kills among others. */
  readonly times: Readonly<Record<'alone' | 'amongOthers', ReadonlyMap<KillKind, ContinueTimes>>>;
  /** Sessions that waited for the user or a quota while everything died. */
  readonly kept: number;
}

/** The length of each part. */
interface ChaosForm {
  readonly rounds: number;
  /** Single kills of each kind. */
  readonly alone: number;
  readonly blackouts: number;
  readonly calmSeconds: number;
}

const FORMS: Readonly<Record<'quick' | 'full', ChaosForm>> = {
  quick: { rounds: 6, alone: 0, blackouts: 1, calmSeconds: 4 },
  full: { rounds: 60, alone: 4, blackouts: 3, calmSeconds: 20 },
};
const KINDS: readonly SessionKind[] = [...many('works', 10), ...many('asks', 5), ...many('waits', 1)];
/** A session that has not finished by then never will; the check then finds the fault in the evidence. */
const PATIENCE_MS = 600_000;

/** Loads the server, kills its parts repeatedly, lets every client finish, and reads the evidence. */
export async function playChaos(
  cluster: ChaosCluster,
  { run: { isQuick, say }, seed, folder }: { readonly run: ClaimRun; readonly seed: number; readonly folder: string },
): Promise<ChaosPlayed> {
  const form = FORMS[isQuick ? 'quick' : 'full'];
  const driver = new ChaosDriver(cluster, createSeededRandom(seed));
  const load = await startLoad(cluster, seed, join(folder, 'notes.json'));
  say(`${KINDS.length} sessions are at work`);
  for (let n = 0; n < form.calmSeconds; n += 1) {
    await sleep(1000);
    await driver.look();
  }
  for (let n = 0; n < form.alone * killKinds.length; n += 1) {
    const kind = killKinds[n % killKinds.length] ?? 'worker_killed';
    await driver.alone(kind);
    say(`${kind}, alone`);
  }
  const kept: SessionNotes[] = [];
  for (let n = 0; n < form.rounds; n += 1) {
    if (n % Math.ceil(form.rounds / form.blackouts) === 0) kept.push(...(await blackOut(cluster, driver, seed + n)));
    const kind = await driver.round();
    say(`${n + 1}: ${kind}, ${driver.kills.at(-1)?.affected.length ?? 0} sessions were at it`);
  }
  await driver.untilUp();
  say('everything is up, and all finish');
  const notes = [...(await load.finish()), ...kept];
  const sessions = await readEvidence(cluster, notes);
  const times = await readTimes(cluster, driver, notes);
  return { sessions, kills: driver.kills, times, kept: kept.length };
}

async function blackOut(cluster: ChaosCluster, driver: ChaosDriver, seed: number): Promise<readonly SessionNotes[]> {
  await driver.untilUp();
  const kept = await openKeptSessions(cluster, seed);
  await driver.killEverything();
  await kept.goOn();
  await kept.close();
  return kept.notes();
}

async function readTimes(
  { postgres }: ChaosCluster,
  { kills }: ChaosDriver,
  notes: readonly SessionNotes[],
): Promise<ChaosPlayed['times']> {
  // A session that waits for a quota continues only when the quota is back, whatever was killed.
  const working = new Set(notes.flatMap(({ kind, sessionId }) => (kind === 'waits' ? [] : [sessionId])));
  const met = kills.map((kill) => ({ ...kill, affected: kill.affected.filter((id) => working.has(id)) }));
  const commits = await readCommits(postgres.admin);
  const [alone, others] = [met.filter(({ isAlone }) => isAlone), met.filter(({ isAlone }) => !isAlone)];
  return { alone: timeToContinue(alone, commits), amongOthers: timeToContinue(others, commits) };
}

interface Load {
  /** Lets every session send a last message, and returns the notes once all are answered. */
  readonly finish: () => Promise<readonly SessionNotes[]>;
}

async function startLoad({ server, workspaces }: ChaosCluster, seed: number, notes: string): Promise<Load> {
  const order: LoadOrder = { server, workspaces, kinds: KINDS, seed, notes };
  const child = fork(join(import.meta.dirname, 'children/chaos-load.ts'), [JSON.stringify(order)], {
    execArgv: ['--conditions=@bowline/source', '--no-warnings'],
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
  });
  const callOff = atExit(() => void child.kill('SIGKILL'));
  await hear(child, 'ready');
  return {
    finish: async () => {
      child.send('stop');
      const isDone = await Promise.race([
        hear(child, 'done').then(() => true),
        sleep(PATIENCE_MS, false, { ref: false }),
      ]);
      if (!isDone) {
        child.send('write');
        await hear(child, 'written');
      }
      child.kill('SIGKILL');
      callOff();
      return JSON.parse(readFileSync(notes, 'utf8')) as SessionNotes[];
    },
  };
}

async function hear(child: ChildProcess, word: string): Promise<void> {
  await new Promise<void>((resolve, reject) => {
    const listen = (said: unknown): void => {
      if (said !== word) return;
      child.off('message', listen);
      resolve();
    };
    child.on('message', listen);
    child.once('exit', (code, signal) => {
      reject(new Error(`the load ended with ${code ?? signal ?? 'nothing'} before it was ${word}`));
    });
  });
}

function many(kind: SessionKind, count: number): readonly SessionKind[] {
  return Array.from({ length: count }, () => kind);
}
