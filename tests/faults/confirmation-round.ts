import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { readAckedRecords } from './acked-records.ts';
import type { Wrong } from './confirmation-agent.ts';
import { checkConfirmation, type ConfirmationRun } from './confirmation-check.ts';
import { ConfirmationFindings } from './confirmation-findings.ts';
import { playPart, type PlayOrders } from './confirmation-play.ts';
import { confirmationPlaces, readLines, type Scenario } from './confirmation-script.ts';
import type { CountedPoints } from './confirmation-self-kill.ts';

/** Where rounds are played, and the files that are played in processes of their own. */
export interface ConfirmationStage {
  readonly folder: string;
  readonly childFile: (name: string) => string;
}

/**
 * The parts of a round, one after the other. Those that are killed are processes of their own; this process plays the
 * others, and at last one more that goes on to the end.
 */
export interface ConfirmationRound {
  readonly scenario: Scenario;
  /** How long the question waits. */
  readonly expireMs?: number | undefined;
  readonly parts: readonly Pick<PlayOrders, 'part' | 'kill'>[];
  readonly wrong?: Wrong | undefined;
}

/** What came of a round. */
export interface PlayedRound {
  readonly findings: ConfirmationFindings;
  /** Of each part, whether it was killed; and what it counted if it was to be killed and was not. */
  readonly ends: readonly PartEnd[];
}

interface PartEnd {
  readonly isKilled: boolean;
  readonly counted: CountedPoints;
}

/** Longer than any part takes on a busy machine. */
const PATIENCE_MS = 60_000;
const uncounted: CountedPoints = { points: 0, touches: 0 };
let rounds = 0;

/** One turn with a question in it, played by processes that are killed; then it is looked at. */
export async function playConfirmation(stage: ConfirmationStage, round: ConfirmationRound): Promise<PlayedRound> {
  const folder = join(stage.folder, `${round.scenario}-${(rounds += 1)}`);
  const places = confirmationPlaces(folder);
  mkdirSync(folder, { recursive: true });
  const { parts, ...whole } = round;
  const findings = new ConfirmationFindings();
  const runs: ConfirmationRun[] = [];
  const ends: PartEnd[] = [];
  const held: Held[] = [];
  try {
    for (const [run, part] of [...parts, { part: 'plays' as const }].entries()) {
      const orders: PlayOrders = { folder, ...whole, run, ...part };
      if (part.part === 'holds') held.push(await holdSession(orders));
      else ends.push(await play(stage, orders, findings));
      runs.push({ acked: readAckedRecords(places.acks(run)), effects: readLines(places.effects) });
    }
    for (const { letGo } of held) await letGo();
    findings.counts.takenOver += held.length;
    await checkConfirmation({ places, scenario: round.scenario, runs }, findings);
    if (findings.counts.killed > 0 && findings.faults.unended === 0) findings.counts.resumed += 1;
    return { findings, ends };
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

interface Held {
  /** Answers, too late, and goes. */
  readonly letGo: () => Promise<void>;
}

/** This process comes to the question and stays, so that the next has to take over from it. */
async function holdSession(orders: PlayOrders): Promise<Held> {
  const held = Promise.withResolvers<undefined>();
  const gate = Promise.withResolvers<undefined>();
  const onHeld = (): void => {
    held.resolve(undefined);
  };
  const played = playPart(orders, { onHeld, goOn: gate.promise });
  await Promise.race([held.promise, played]);
  return {
    letGo: async () => {
      gate.resolve(undefined);
      await played;
    },
  };
}

async function play(stage: ConfirmationStage, orders: PlayOrders, findings: ConfirmationFindings): Promise<PartEnd> {
  if (orders.kill !== undefined || orders.part === 'dies') return await playInChild(stage, orders, findings);
  try {
    await playPart(orders);
  } catch (thrown) {
    findings.find('unended', `cannot be gone on with: ${String(thrown)}`);
  }
  return { isKilled: false, counted: uncounted };
}

async function playInChild(
  stage: ConfirmationStage,
  orders: PlayOrders,
  findings: ConfirmationFindings,
): Promise<PartEnd> {
  const words = ['--no-warnings', stage.childFile('confirmation-player'), JSON.stringify(orders)];
  const child = spawn(process.execPath, words, {
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { ...process.env, NODE_COMPILE_CACHE: join(stage.folder, 'cache') },
    timeout: PATIENCE_MS,
    killSignal: 'SIGABRT',
  });
  const closed = once(child, 'close') as Promise<[number | null, string | null]>;
  const [[code, signal], output, errors] = await Promise.all([closed, text(child.stdout), text(child.stderr)]);
  const isKilled = signal === 'SIGKILL';
  if (isKilled) findings.counts.killed += 1;
  else if (code !== 0) findings.find('unended', `a process ended with ${code ?? signal}: ${errors.slice(0, 2000)}`);
  const [points = 0, touches = 0] = output.split(' ').map(Number);
  return { isKilled, counted: { points, touches } };
}
