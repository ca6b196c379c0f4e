import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import type { WrongReader } from './context-agent.ts';
import { checkContext } from './context-check.ts';
import { readEvidence, type ContextEvidence } from './context-evidence.ts';
import { ContextFindings } from './context-findings.ts';
import type { MomentKill } from './context-moments.ts';
import type { PlayOrders } from './context-play.ts';
import { contextPlaces } from './context-script.ts';

/** Where rounds are played, and the files that are played in processes of their own. */
export interface ContextStage {
  readonly folder: string;
  readonly childFile: (name: string) => string;
}

/** The kills of a round, each of the next process; one more then goes on to the end. */
export interface ContextRound {
  readonly kills: readonly MomentKill[];
  readonly wrong?: WrongReader | undefined;
}

/** What came of a round. */
export interface PlayedContext {
  readonly findings: ContextFindings;
  readonly evidence: ContextEvidence | undefined;
  /** Of the first process, when it was not killed. */
  readonly moments: readonly string[];
}

/** Longer than any process takes on a busy machine. */
const PATIENCE_MS = 120_000;
let played = 0;

/** One session, played by processes that are killed one after the other; then it is looked at. */
export async function playRound(stage: ContextStage, { kills, wrong }: ContextRound): Promise<PlayedContext> {
  const folder = join(stage.folder, `round-${(played += 1)}`);
  mkdirSync(folder, { recursive: true });
  const findings = new ContextFindings();
  findings.counts.rounds += 1;
  let moments: readonly string[] = [];
  try {
    for (const [run, kill] of [...kills, undefined].entries()) {
      const end = await playInChild(stage, { folder, run, kill, wrong }, findings);
      if (run === 0) ({ moments } = end);
      // Who was to be killed and had come to the end before has left nothing to go on with.
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

interface ChildEnd {
  readonly isKilled: boolean;
  readonly moments: readonly string[];
}

async function playInChild(stage: ContextStage, orders: PlayOrders, findings: ContextFindings): Promise<ChildEnd> {
  const words = ['--no-warnings', stage.childFile('context-player'), JSON.stringify(orders)];
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
  return { isKilled, moments: output === '' ? [] : (JSON.parse(output) as string[]) };
}
