import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { appendFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { readTree } from '../../packages/workspace/src/snapshots/scratch-tree.ts';
import { SnapshotEngine } from '../../packages/workspace/src/snapshots/snapshot-engine.ts';
import { createSeededRandom } from '../../tests/kit/seeded-random.ts';
import { prepareApply, type PreparedApply } from './prepare-apply.ts';

/** What kills of an apply have shown. */
export interface Kills {
  readonly problems: readonly string[];
  /** Killed before anything changed, in the middle, and when everything had changed. */
  readonly nothing: number;
  readonly middle: number;
  readonly all: number;
}

/** The first one is not killed. */
const LONG_MS = 60_000;
const EDIT = 'written after the apply\n';

/** Kills processes that apply changes at random moments, and recovers in this one. */
export async function playKills(folder: string, seed: number, count: number): Promise<Kills> {
  const { int } = createSeededRandom(seed);
  const random = (): number => int(0, 1e6 - 1) / 1e6;
  const prepared = await prepareApply(folder);
  const found = { nothing: 0, middle: 0, all: 0 };
  const problems: string[] = [];
  const job = join(folder, 'job.json');
  let typical = 60;
  for (let n = 0; n < count; n += 1) {
    prepared.reset();
    const key = `kill-${n}`;
    writeFileSync(job, JSON.stringify({ root: prepared.root, folder: prepared.store, changes: prepared.changes, key }));
    const took = await killApply(job, n === 0 ? LONG_MS : random() * 1.2 * typical);
    if (took !== undefined) typical = 0.5 * typical + 0.5 * took;
    const left = readTree(prepared.root);
    const at = isSame(left, prepared.before) ? 'nothing' : isSame(left, prepared.after) ? 'all' : 'middle';
    found[at] += 1;
    for (const problem of recover(prepared, key, n % 2 === 0)) problems.push(`kill ${n}: ${problem}`);
  }
  await prepared.close();
  return { ...found, problems };
}

/** The time that it took, if it was not killed. */
async function killApply(job: string, afterMs: number): Promise<number | undefined> {
  const args = [...process.execArgv, process.argv[1] ?? '', 'apply', job];
  const child = spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'inherit'] });
  const closed = once(child, 'close');
  await Promise.race([once(child.stdout, 'data'), closed]);
  const began = performance.now();
  await Promise.race([pause(afterMs, undefined, { ref: false }), closed]);
  child.kill('SIGKILL');
  const [code] = (await closed) as [number | null];
  return code === 0 ? performance.now() - began : undefined;
}

/** Recovers as the next session does (`resume`) or as the same call does (`apply`), and looks for half of it and for twice. */
function recover({ root, store, changes, before, after }: PreparedApply, key: string, isResumed: boolean): string[] {
  const engine = new SnapshotEngine({ root, folder: store });
  try {
    if (isResumed) engine.resume();
    const resumed = readTree(root);
    if (isResumed && !isSame(resumed, before) && !isSame(resumed, after)) return ['half of it after resume'];
    const first = engine.apply(changes, { key });
    if (!first.isApplied || !isSame(readTree(root), after)) return ['not completed by the same call'];
    appendFileSync(join(root, 'a'), EDIT);
    const edited = readTree(root);
    const again = engine.apply(changes, { key });
    return again.isApplied && isSame(readTree(root), edited) ? [] : ['applied twice'];
  } finally {
    engine.close();
  }
}

function isSame(one: ReadonlyMap<string, string>, other: ReadonlyMap<string, string>): boolean {
  return one.size === other.size && [...one].every(([path, state]) => other.get(path) === state);
}
