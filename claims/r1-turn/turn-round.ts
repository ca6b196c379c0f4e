import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { setTimeout as delay } from 'node:timers/promises';
import { readAckedRecords } from '../kills/acked-records.ts';
import { checkTurn, readEffects, type TurnRun } from './check-turn.ts';
import { killMarked } from '../../tests/kit/marked-processes.ts';
import type { RoundStage } from '../kills/play-in-child.ts';
import { createTurnFindings, type TurnFindings } from './turn-findings.ts';
import { turnPlaces, type TurnForm, type TurnPlaces } from './turn-script.ts';

/**
 * What is counted up to a kill: all await points, or only those before which something was read, written or received.
 */
export type KillUnit = 'points' | 'touches';

/** When a turn is killed. */
export interface TurnKill {
  readonly form: TurnForm;
  readonly unit: KillUnit;
  /** Where its processes are killed, one after the other; the last process is not killed. */
  readonly at: readonly number[];
  /** Instead of `at`: the time after the command began. */
  readonly inCommandMs?: number;
}

/** The result of a round. */
export interface TurnRound {
  readonly findings: TurnFindings;
  readonly isKilled: boolean;
  /** The counts of a turn that was not killed. */
  readonly counted: Readonly<Record<KillUnit, number>>;
}

/** Longer than any turn takes on a busy machine. */
const PATIENCE_MS = 60_000;
const LOOK_MS = 5;

/** Runs one turn: kills it, resumes it in another process, and checks it. */
export async function playTurnRound(stage: RoundStage, kill: TurnKill): Promise<TurnRound> {
  const { form, unit, at, inCommandMs } = kill;
  const folder = join(stage.folder, [form, inCommandMs ?? unit, ...at].join('-'));
  const places = turnPlaces(folder);
  mkdirSync(places.workspace, { recursive: true });
  writeFileSync(places.marked, 'END\n');
  const findings = createTurnFindings();
  const runs: TurnRun[] = [];
  const play = async (name: string, point = Number.POSITIVE_INFINITY, inMs?: number): Promise<TurnEnd> => {
    const acks = join(folder, name);
    const end = await playTurn(stage, { folder, args: [form, acks, unit, String(point)], inMs });
    runs.push({ acked: readAckedRecords(acks), effects: readEffects(places) });
    if (end.signal === 'SIGKILL') findings.killed += 1;
    return end;
  };
  try {
    const [point, ...again] = at;
    const first = await play('acks.first', point, inCommandMs);
    const isKilled = first.signal === 'SIGKILL';
    if (!isKilled && first.code !== 0) throw new Error(`turn-killed.ts failed: ${first.errors}`);
    for (const [n, next] of again.entries()) await play(`acks.again-${n}`, next);
    const last = await play('acks.last');
    if (last.code === 0) findings.resumed += 1;
    else {
      findings.unended += 1;
      findings.problems.push(`cannot be gone on with: ${last.signal ?? ''} ${last.errors.slice(0, 2000)}`);
    }
    await checkTurn({ places, runs }, findings);
    const [points = 0, touches = 0] = isKilled ? [] : first.output.split(' ').map(Number);
    if (!Number.isInteger(points) || !Number.isInteger(touches)) throw new Error(`not two counts: ${first.output}`);
    return { findings, isKilled, counted: { points, touches } };
  } finally {
    killMarked(`${folder}/`);
    rmSync(folder, { recursive: true, force: true });
  }
}

interface TurnEnd {
  readonly code: number | null;
  readonly signal: string | null;
  readonly output: string;
  readonly errors: string;
}

interface TurnPlay {
  readonly folder: string;
  readonly args: readonly string[];
  readonly inMs?: number | undefined;
}

async function playTurn(stage: RoundStage, { folder, args, inMs }: TurnPlay): Promise<TurnEnd> {
  const words = ['--no-warnings', stage.childFile('turn-killed'), folder, stage.childFile('supervisor'), ...args];
  const child = spawn(process.execPath, words, {
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { ...process.env, TMPDIR: folder, NODE_COMPILE_CACHE: join(stage.folder, 'cache') },
    timeout: PATIENCE_MS,
    killSignal: 'SIGABRT',
  });
  const closed = once(child, 'close') as Promise<[number | null, string | null]>;
  if (inMs !== undefined) void killInCommand(child, turnPlaces(folder), inMs);
  const [[code, signal], output, errors] = await Promise.all([closed, text(child.stdout), text(child.stderr)]);
  return { code, signal, output, errors };
}

/** While a command runs there are no await points to count, so the kill comes from outside. */
async function killInCommand(child: ChildProcess, places: TurnPlaces, inMs: number): Promise<void> {
  while (readEffects(places)['run_shell_command'] === 0 && child.exitCode === null) await delay(LOOK_MS);
  await delay(inMs);
  child.kill('SIGKILL');
}
