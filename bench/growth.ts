import type { Claim } from './claim.ts';
import {
  byLength,
  LENGTHS,
  lengths,
  longer,
  playModel,
  readPrompt,
  writeSession,
  type Length,
} from './long-sessions.ts';
import { openWorkbench, type Workbench } from './open-workbench.ts';
import { round } from './round.ts';
import { leastCost, stepCost, type StepCost } from './step-cost.ts';

const LIMITS = { step: 2, growthMb: 20, peakMb: 120 } as const;
/** The steps that are measured, and those before them that warm up. */
const [STEPS, WARM_UP] = [30, 10];
const SPAN = { first: 200, last: 1200 } as const;

/** What a session costs as it grows: time for a step, and memory. Masking, summaries and the search for loops are on. */
export const growth: Claim = {
  id: 'P4',
  sentence: `A step of a session of 1,000, 10,000 or 100,000 records costs at most ${LIMITS.step}x the CPU of one at 100, ${(SPAN.last - SPAN.first).toLocaleString('en')} steps of 20 KB outputs add at most ${LIMITS.growthMb} MB, and a one-shot prompt peaks at ${LIMITS.peakMb} MB or less.`,
  async run({ isQuick, say }) {
    const bench = await openWorkbench();
    try {
      const steps = await measureSteps(bench, isQuick ? 1 : 8);
      const ratios = Object.fromEntries(
        longer.map((name) => [`cpuRatio_${name}`, round(steps[name].cpuMs / steps.r100.cpuMs)]),
      );
      say(`the CPU of a step, by that at 100 records: ${JSON.stringify(ratios)}`);
      const memory = await measureMemory(bench, SPAN);
      say(`${SPAN.last - SPAN.first} steps of 20 KB: ${memory.growthMb} MB more, ${memory.heapGrowthMb} MB of it live`);
      const oneShotPeakMb = await measureOneShot(bench, isQuick ? 3 : 10);
      return {
        holds:
          Object.values(ratios).every((ratio) => ratio <= LIMITS.step) &&
          memory.growthMb <= LIMITS.growthMb &&
          oneShotPeakMb <= LIMITS.peakMb,
        figures: {
          ...ratios,
          ...memory,
          oneShotPeakMb,
          ...Object.fromEntries(lengths.map((name) => [`cpuMs_${name}`, round(steps[name].cpuMs)])),
          ...Object.fromEntries(lengths.map((name) => [`ownMs_${name}`, round(steps[name].ownMs)])),
        },
        against: `a step of a resumed session of 100 records, in turns with ones of ${longer.map((name) => LENGTHS[name].toLocaleString('en')).join(', ')} that have the same steps (read_file of 1 KB), the least of the rounds; the own wall (ownMs) has in it the sending of the history to a server on the same cores, and is no part of the claim; memory after garbage collection, from request ${SPAN.first} to ${SPAN.last}`,
      };
    } finally {
      bench.close();
    }
  },
};

async function measureSteps(bench: Workbench, rounds: number): Promise<Record<Length, StepCost>> {
  await playModel(bench);
  const prompt = readPrompt(bench, 'small.txt', { size: 1_000, steps: STEPS + WARM_UP });
  const costs = byLength((): StepCost[] => []);
  for (let n = 0; n < rounds; n += 1) {
    for (const length of lengths) {
      const sessionId = `${length}-${n}`;
      await writeSession(bench, sessionId, length);
      const { probe } = await bench.probe([bench.cli, '--resume', sessionId, '-p', prompt]);
      costs[length].push(stepCost(probe, -1 - STEPS, -1));
    }
  }
  return byLength((length) => leastCost(costs[length]));
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
