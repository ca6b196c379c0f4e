import { mkdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { readAckedRecords } from '../kills/acked-records.ts';
import type { Wrong } from './confirmation-agent.ts';
import { checkConfirmation, type ConfirmationRun } from './confirmation-check.ts';
import { ConfirmationFindings } from './confirmation-findings.ts';
import { playPart, type PlayOrders } from './confirmation-play.ts';
import { confirmationPlaces, readLines, type Scenario } from './confirmation-script.ts';
import type { CountedPoints } from './confirmation-self-kill.ts';
import { playInChild, type RoundStage } from '../kills/play-in-child.ts';

/**
 * The parts of a round, in succession. Those that are killed run in their own process; this process plays the others,
 * and finally one more part that continues to the end.
 */
export interface ConfirmationRound {
  readonly scenario: Scenario;
  /** How long the question stays open. */
  readonly expireMs?: number | undefined;
  readonly parts: readonly Pick<PlayOrders, 'part' | 'kill'>[];
  readonly wrong?: Wrong | undefined;
}

/** The result of a round. */
export interface PlayedRound {
  readonly findings: ConfirmationFindings;
  /** For each part, whether it was killed, and its counts if it should have been killed and was not. */
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

/** Plays one turn with a question in processes that are killed, and checks the result. */
export async function playConfirmation(stage: RoundStage, round: ConfirmationRound): Promise<PlayedRound> {
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
  /** Answers too late, and closes. */
  readonly letGo: () => Promise<void>;
}

/** This process reaches the question and stays, so that the next one must take over the session. */
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

async function play(stage: RoundStage, orders: PlayOrders, findings: ConfirmationFindings): Promise<PartEnd> {
  if (orders.kill !== undefined || orders.part === 'dies') return await playPartInChild(stage, orders, findings);
  try {
    await playPart(orders);
  } catch (thrown) {
    findings.find('unended', `cannot be gone on with: ${String(thrown)}`);
  }
  return { isKilled: false, counted: uncounted };
}

async function playPartInChild(
  stage: RoundStage,
  orders: PlayOrders,
  findings: ConfirmationFindings,
): Promise<PartEnd> {
  const end = await playInChild(stage, { name: 'confirmation-player', orders, patienceMs: PATIENCE_MS });
  if (end.isKilled) findings.counts.killed += 1;
  if (end.fault !== undefined) findings.find('unended', end.fault);
  const [points = 0, touches = 0] = end.output.split(' ').map(Number);
  return { isKilled: end.isKilled, counted: { points, touches } };
}
