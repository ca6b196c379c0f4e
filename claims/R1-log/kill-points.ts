import { mkdirSync, rmSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { readAcks } from './ack-file.ts';
import { addFindings, checkStore, createFindings, isClean, type Findings } from './check-store.ts';
import { startChild } from '../kills/start-child.ts';

/** What kills at every await point did to our log. */
export interface KillPoints {
  readonly findings: Findings;
  /** Await points of the sequence, and how many of them a writer was killed at. */
  readonly points: number;
  readonly killed: number;
}

/** Where, in how many threads, at how many points at most, and whom to tell. */
export interface KillOptions {
  readonly folder: string;
  readonly threads: number;
  readonly most: number;
  readonly say: (line: string) => void;
}

/** Kills a writer at each point at which something awaited goes on, and reads what is left. */
export async function killEverywhere(options: KillOptions): Promise<KillPoints> {
  const findings = createFindings();
  const { points } = await killAt(options, 0, findings);
  const stride = Math.max(1, Math.ceil(points / options.most));
  let killed = 0;
  let next = 1;
  let isThrough = false;
  const work = async (): Promise<void> => {
    while (!isThrough) {
      const point = next;
      next += stride;
      const { isKilled } = await killAt(options, point, findings);
      if (isKilled) killed += 1;
      else isThrough = true;
    }
  };
  await Promise.all(Array.from({ length: Math.min(4, availableParallelism()) }, work));
  const where = options.threads === 0 ? 'in one thread' : 'in two threads';
  options.say(`${where}: killed at ${killed} of ${points} await points, ${findings.lost} records lost`);
  return { findings, points, killed };
}

/** One writer, killed at that point; at 0 it is left alone and tells how many points there are. */
async function killAt(
  { folder, threads, say }: KillOptions,
  point: number,
  sum: Findings,
): Promise<{ readonly isKilled: boolean; readonly points: number }> {
  const place = join(folder, `killed-${threads}-${point}`);
  const root = join(place, 'sessions');
  const ackPath = join(place, 'acks');
  mkdirSync(place);
  try {
    const args = [root, ackPath, String(threads), String(point)];
    const { code, signal, output, errors } = await startChild(
      join(import.meta.dirname, 'children/log-killed.ts'),
      args,
      join(folder, 'cache'),
    ).ended;
    if (code !== 0 && signal !== 'SIGKILL') throw new Error(`log-killed.ts failed: ${errors}`);
    const findings = await checkStore(root, readAcks(ackPath));
    addFindings(sum, findings);
    if (!isClean(findings)) say(`killed at ${point}: ${findings.problems.join(' | ')}`);
    return { isKilled: code !== 0, points: Number(output) };
  } finally {
    rmSync(place, { recursive: true });
  }
}
