import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { stripTypeScriptTypes } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { openBenchSessions } from './bench-sessions.ts';
import type { Claim, ClaimRun } from './claim.ts';
import { measureDeltas, openHeldTurns } from './held-turns.ts';
import { openServerBench, type ServerBench } from './open-server-bench.ts';
import { quantile } from './quantile.ts';
import { round } from './round.ts';

const BAR_MS = 50;
const LIMITS = { held: 2.5, heapMb: 16 } as const;
/** Turns begin at this share of the rate that the machine, clients and model included, is able to: it is not at its end. */
const SHARE = 0.25;
/** All of them begin within this time, since a model that says nothing for three minutes is given up. */
const BEGIN_MS = 120_000;
const LANES = 32;
const FULL = { sessions: 1_000, resting: 10_000, words: 500, restMs: 80_000 } as const;
const QUICK = { sessions: 40, resting: 200, words: 150, restMs: 2_000 } as const;

/** What many sessions at once, and many that rest, cost a server. */
export const concurrentSessions: Claim = {
  id: 'P8',
  sentence: `A turn among ${FULL.sessions.toLocaleString('en')} that wait for their models at once, each followed by a client, takes at most ${LIMITS.held}x of the server's time that it takes alone at the same rate (median; p99 beside the bar of ${BAR_MS} ms); ${FULL.resting.toLocaleString('en')} sessions that rest add at most ${LIMITS.heapMb} MB to all processes and leave no invocation in flight.`,
  async run(run) {
    const size = run.isQuick ? QUICK : FULL;
    const one = await measureOneNode(run, size.words);
    const many = await measureTwoNodes(run, size);
    return {
      holds: many.heldRatio <= LIMITS.held && many.heapGrowthMb <= LIMITS.heapMb && many.inFlight === 0,
      figures: { ...size, barMs: BAR_MS, ...many, ...one },
      against:
        'the same turns at the same rate whose models answer at once; two workers and two doors as shipped, NATS, one PostgreSQL with fsync and one Restate, the clients and the model on the same machine',
    };
  },
};

/** The words of a model to one who listens, where the database carries them. */
async function measureOneNode({ say }: ClaimRun, words: number): Promise<Record<string, number>> {
  const bench = await openServerBench({ doors: 1 });
  try {
    const late = await measureDeltas(bench, words);
    const figures = toDeltas('Database', late);
    say(`from a model's word to the client, by LISTEN and NOTIFY: ${show(late)}`);
    return figures;
  } finally {
    await bench.close();
  }
}

interface Size {
  readonly sessions: number;
  readonly resting: number;
  readonly words: number;
  readonly restMs: number;
}

type Many = { readonly heldRatio: number; readonly heapGrowthMb: number; readonly inFlight: number } & Readonly<
  Record<string, number>
>;

async function measureTwoNodes({ say }: ClaimRun, size: Size): Promise<Many> {
  const folder = mkdtempSync(join(tmpdir(), 'bowline-memory-'));
  const probe = toPlainProbe(folder);
  const bench = await openServerBench({
    ...{ workers: 2, doors: 2, isOnNats: true },
    nodeFlags: ['--expose-gc', '--import', probe],
    env: { BOWLINE_MEMORY: folder },
  });
  try {
    await measureDeltas(bench, 20); // warms up
    const late = await measureDeltas(bench, size.words);
    say(`across two nodes, by NATS: ${show(late)}`);
    const held = await measureHeld(bench, size, say);
    const rest = await measureRest(bench, { folder, size, say });
    return { ...held, ...rest, ...toDeltas('Nats', late) };
  } finally {
    await bench.close();
    rmSync(folder, { recursive: true, force: true });
  }
}

async function measureHeld(
  bench: ServerBench,
  { sessions }: Size,
  say: ClaimRun['say'],
): Promise<{ readonly heldRatio: number } & Record<string, number>> {
  const turns = await openHeldTurns(bench, sessions);
  await turns.hurry(); // warms up
  const perSecond = Math.max((await turns.hurry()) * SHARE, sessions / (BEGIN_MS / 1000));
  const atOnce = await turns.run({ perSecond, waitMs: 0 });
  say(`turns that are answered at once, ${perSecond.toFixed(0)} a second: ${show(atOnce)}`);
  // The first is held until the last has begun, so that all of them are held together.
  const waitMs = (sessions / perSecond) * 1000 + 3000;
  const before = bench.costs();
  const held = await turns.run({ perSecond, waitMs });
  const after = bench.costs();
  say(`${sessions} held at once: ${show(held)}, beside the bar of ${BAR_MS} ms at p99`);
  turns.close();
  const cpu = (['worker', 'door', 'restate', 'postgres'] as const).map((part) => [
    `heldCpuMs_${part}`,
    round((after[part].cpuMs - before[part].cpuMs) / sessions),
  ]);
  return {
    perSecond: round(perSecond),
    heldRatio: round(quantile(held, 0.5) / quantile(atOnce, 0.5)),
    heldP50Ms: round(quantile(held, 0.5)),
    heldP99Ms: round(quantile(held, 0.99)),
    atOnceP50Ms: round(quantile(atOnce, 0.5)),
    atOnceP99Ms: round(quantile(atOnce, 0.99)),
    ...(Object.fromEntries(cpu) as Record<string, number>),
  };
}

interface RestPlan {
  readonly folder: string;
  readonly size: Size;
  readonly say: ClaimRun['say'];
}

async function measureRest(
  bench: ServerBench,
  { folder, size, say }: RestPlan,
): Promise<{ readonly heapGrowthMb: number; readonly inFlight: number } & Record<string, number>> {
  await sleep(size.restMs);
  const before = await readMemory(bench, folder);
  const sessions = openBenchSessions(bench);
  const lanes = Array.from({ length: LANES }, async (_, lane) => {
    for (let n = lane; n < size.resting; n += LANES) await sessions.turn(await sessions.create(), 'hi');
  });
  await Promise.all(lanes);
  await sleep(size.restMs);
  const after = await readMemory(bench, folder);
  const inFlight = await countInvocations(bench);
  const heapGrowthMb = round(after.heapMb - before.heapMb);
  say(`${size.resting} sessions rest: heap ${heapGrowthMb} MB more, ${inFlight} invocations in flight`);
  return {
    heapGrowthMb,
    inFlight,
    heapBeforeMb: round(before.heapMb),
    rssBeforeMb: round(before.rssMb),
    rssAfterMb: round(after.rssMb),
  };
}

interface Memory {
  readonly rssMb: number;
  readonly heapMb: number;
}

/** Of workers and doors together, after garbage was collected. */
async function readMemory({ workers, doors }: ServerBench, folder: string): Promise<Memory> {
  const places = [...workers, ...doors];
  const files = places.map(({ pid }) => join(folder, `${pid() ?? 0}.json`));
  for (const file of files) rmSync(file, { force: true });
  for (const place of places) place.signal('SIGUSR2');
  await sleep(5000);
  const each = files.map((file) => JSON.parse(readFileSync(file, 'utf8')) as Memory);
  return each.reduce((sum, { rssMb, heapMb }) => ({ rssMb: sum.rssMb + rssMb, heapMb: sum.heapMb + heapMb }));
}

async function countInvocations({ restate }: ServerBench): Promise<number> {
  const query = "select count(*) as n from sys_invocation where status != 'completed'";
  const response = await fetch(`${restate.admin}/query`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', accept: 'application/json' },
    body: JSON.stringify({ query }),
  });
  const { rows } = (await response.json()) as { readonly rows: readonly { readonly n: number }[] };
  return rows[0]?.n ?? Number.NaN;
}

function toPlainProbe(folder: string): string {
  const to = join(folder, 'memory-probe.mjs');
  const from = join(import.meta.dirname, 'children/memory-probe.ts');
  writeFileSync(to, stripTypeScriptTypes(readFileSync(from, 'utf8')));
  return to;
}

function toDeltas(carrier: string, late: readonly number[]): Record<string, number> {
  return {
    [`delta${carrier}P50Ms`]: round(quantile(late, 0.5)),
    [`delta${carrier}P99Ms`]: round(quantile(late, 0.99)),
  };
}

function show(times: readonly number[]): string {
  return `p50 ${quantile(times, 0.5).toFixed(1)} ms, p99 ${quantile(times, 0.99).toFixed(1)} ms`;
}
