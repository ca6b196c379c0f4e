import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Claim } from './claim.ts';
import { openWorkbench, type Workbench } from './open-workbench.ts';
import { round } from './round.ts';
import { leastCost, stepCost, type StepCost } from './step-cost.ts';
import { writeLongSession } from './write-long-session.ts';

/** The bar for growth is 20 MB. The 4 MB of outputs are held twice, as the model's shapes and as the bytes of the next request. */
const LIMITS = { step: 2, growthMb: 28, peakMb: 120 } as const;
const LENGTHS = { short: 100, long: 10_000 } as const;
/** The steps that are measured, and those before them that warm up. */
const [STEPS, WARM_UP] = [30, 10];
const SPAN = { first: 50, last: 250 } as const;
/** The session that long ones are made from. */
const MODEL = 'session-to-lengthen';

/** What a session costs as it grows: time for a step, and memory. */
export const growth: Claim = {
  id: 'P4',
  sentence: `A step at ${LENGTHS.long.toLocaleString('en')} records costs at most ${LIMITS.step}x the CPU of one at ${LENGTHS.short}, 200 steps of 20 KB outputs add at most ${LIMITS.growthMb} MB, and a one-shot prompt peaks at ${LIMITS.peakMb} MB or less.`,
  async run({ isQuick, say }) {
    const bench = await openWorkbench();
    try {
      const steps = await measureSteps(bench, isQuick ? 4 : 8);
      const cpuRatio = round(steps.long.cpuMs / steps.short.cpuMs);
      const ownRatio = round(steps.long.ownMs / steps.short.ownMs);
      say(`a step at ${LENGTHS.long} records: ${cpuRatio}x the CPU of one at ${LENGTHS.short}, ${ownRatio}x the wall`);
      const span = SPAN;
      const memory = await measureMemory(bench, span);
      say(`${span.last - span.first} steps of 20 KB: ${memory.growthMb} MB more`);
      const oneShotPeakMb = await measureOneShot(bench, isQuick ? 3 : 10);
      return {
        holds:
          cpuRatio <= LIMITS.step &&
          memory.growthMb <= (LIMITS.growthMb * (span.last - span.first)) / 200 &&
          oneShotPeakMb <= LIMITS.peakMb,
        figures: {
          cpuRatio,
          ownRatio,
          ...memory,
          oneShotPeakMb,
          shortCpuMs: round(steps.short.cpuMs),
          longCpuMs: round(steps.long.cpuMs),
          shortOwnMs: round(steps.short.ownMs),
          longOwnMs: round(steps.long.ownMs),
        },
        against: `a step of a resumed session of ${LENGTHS.short} records, in turns with one of ${LENGTHS.long.toLocaleString('en')} that has the same steps (read_file of 1 KB), the least of the rounds, waiting for the model left out; the own wall (ownRatio) has in it the sending of a history of some megabytes to a server on the same cores, and is no part of the claim; memory after garbage collection, from step ${span.first} to ${span.last}`,
      };
    } finally {
      bench.close();
    }
  },
};

type Name = keyof typeof LENGTHS;

async function measureSteps(bench: Workbench, rounds: number): Promise<Record<Name, StepCost>> {
  await bench.run([bench.cli, '--session-id', MODEL, '-p', readPrompt(bench, 'small.txt', { size: 1_000, steps: 3 })]);
  const prompt = readPrompt(bench, 'small.txt', { size: 1_000, steps: STEPS + WARM_UP });
  const costs: Record<Name, StepCost[]> = { short: [], long: [] };
  for (let n = 0; n < rounds; n += 1) {
    for (const name of ['short', 'long'] as const) {
      const sessionId = `${name}-${n}`;
      const like = { root: bench.sessionsFolder, model: MODEL };
      await writeLongSession({ ...like, sessionId, records: LENGTHS[name] });
      const { probe } = await bench.probe([bench.cli, '--resume', sessionId, '-p', prompt]);
      costs[name].push(stepCost(probe, -1 - STEPS, -1));
    }
  }
  return { short: leastCost(costs.short), long: leastCost(costs.long) };
}

async function measureMemory(
  bench: Workbench,
  { first, last }: { readonly first: number; readonly last: number },
): Promise<Record<'growthMb' | 'heapGrowthMb' | 'rssMb' | 'peakMb', number>> {
  const prompt = readPrompt(bench, 'large.txt', { size: 20_000, steps: last });
  const args = [bench.cli, '--max-turns', String(last + 2), '-p', prompt];
  const { probe } = await bench.probe(args, { collectAt: [first, last] });
  const [before, after] = probe.memory;
  if (before === undefined || after === undefined) throw new Error(`there were only ${probe.requests.length} requests`);
  return {
    growthMb: round(after.rssMb - before.rssMb),
    heapGrowthMb: round(after.heapMb - before.heapMb),
    rssMb: Math.round(after.rssMb),
    peakMb: Math.round(probe.peakRssMb),
  };
}

async function measureOneShot(bench: Workbench, rounds: number): Promise<number> {
  const peaks: number[] = [];
  for (let n = 0; n < rounds; n += 1) peaks.push((await bench.probe([bench.cli, '-p', 'hi'])).probe.peakRssMb);
  return Math.round(Math.max(...peaks));
}

function readPrompt(
  { workspace }: Workbench,
  name: string,
  { size, steps }: { readonly size: number; readonly steps: number },
): string {
  const path = join(workspace, name);
  writeFileSync(path, 'a line of forty characters, to be read.\n'.repeat(size / 40));
  return JSON.stringify({ steps, calls: [{ name: 'read_file', args: { file_path: path } }] });
}
