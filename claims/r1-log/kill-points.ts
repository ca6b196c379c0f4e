import { mkdirSync, rmSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { readAcks } from './ack-file.ts';
import { addFindings, checkStore, createFindings, isClean, type Findings } from './check-store.ts';
import { startChild } from '../kills/start-child.ts';

/** The result of kills at every await point. */
export interface KillPoints {
  readonly findings: Findings;
  /** The await points of the sequence, and the number of them at which a writer was killed. */
  readonly points: number;
  readonly killed: number;
}

/** The folder, the number of threads, the maximum number of points, and the progress output. */
export interface KillOptions {
  readonly folder: string;
  readonly threads: number;
  readonly most: number;
  readonly say: (line: string) => void;
}

/** Kills a writer at each await point and checks what is left. */
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

/** Runs one writer, killed at that point. At 0 it runs to its end and reports the number of points. */
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
