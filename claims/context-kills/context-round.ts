import { mkdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import type { WrongReader } from './context-agent.ts';
import { checkContext } from './context-check.ts';
import { readEvidence, type ContextEvidence } from './context-evidence.ts';
import { ContextFindings } from './context-findings.ts';
import type { MomentKill } from './context-moments.ts';
import type { PlayOrders } from './context-play.ts';
import { contextPlaces } from './context-script.ts';
import { playInChild, type RoundStage } from '../kills/play-in-child.ts';

/** The kills of a round, one per process; one more process then continues to the end. */
export interface ContextRound {
  readonly kills: readonly MomentKill[];
  readonly wrong?: WrongReader | undefined;
}

/** The result of a round. */
export interface PlayedContext {
  readonly findings: ContextFindings;
  readonly evidence: ContextEvidence | undefined;
  /** The moments of the first process, if it was not killed. */
  readonly moments: readonly string[];
}

/** Longer than any process takes on a busy machine. */
const PATIENCE_MS = 120_000;
let played = 0;

/** Plays one session in processes that are killed one after the other, and checks the result. */
export async function playRound(stage: RoundStage, { kills, wrong }: ContextRound): Promise<PlayedContext> {
  const folder = join(stage.folder, `round-${(played += 1)}`);
  mkdirSync(folder, { recursive: true });
  const findings = new ContextFindings();
  findings.counts.rounds += 1;
  let moments: readonly string[] = [];
  try {
    for (const [run, kill] of [...kills, undefined].entries()) {
      const end = await play(stage, { folder, run, kill, wrong }, findings);
      if (run === 0) ({ moments } = end);
      // A process that reached the end before its kill leaves nothing to continue.
      if (!end.isKilled) break;
    }
    const evidence = await readEvidence(contextPlaces(folder)).catch(() => undefined);
    if (evidence === undefined) findings.find('unended', 'there is no log');
    else checkContext(evidence, findings);
    if (findings.counts.killed > 0 && findings.faults.unended === 0) findings.counts.resumed += 1;
    return { findings, evidence, moments };
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

interface PlayEnd {
  readonly isKilled: boolean;
  readonly moments: readonly string[];
}

async function play(stage: RoundStage, orders: PlayOrders, findings: ContextFindings): Promise<PlayEnd> {
  const end = await playInChild(stage, { name: 'context-player', orders, patienceMs: PATIENCE_MS });
  if (end.isKilled) findings.counts.killed += 1;
  if (end.fault !== undefined) findings.find('unended', end.fault);
  return { isKilled: end.isKilled, moments: end.output === '' ? [] : (JSON.parse(end.output) as string[]) };
}
