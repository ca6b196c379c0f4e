import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Claim } from './claim.ts';
import { openWorkbench, type Workbench } from './open-workbench.ts';
import { round } from './round.ts';
import { leastCost, stepCost, type StepCost } from './step-cost.ts';
import { writeLongSession } from './write-long-session.ts';

const LIMITS = { step: 2, growthMb: 20, peakMb: 120 } as const;
const LENGTHS = { r100: 100, r1000: 1000, r10000: 10_000, r100000: 100_000 } as const;
/** The steps that are measured, and those before them that warm up. */
const [STEPS, WARM_UP] = [30, 10];
const SPAN = { first: 200, last: 1200 } as const;
/** The session that long ones are made from. */
const MODEL = 'session-to-lengthen';

/** What a session costs as it grows: time for a step, and memory. Masking, summaries and the search for loops are on. */
export const growth: Claim = {
  id: 'P4',
  sentence: `A step of a session of 1,000, 10,000 or 100,000 records costs at most ${LIMITS.step}x the CPU of one at 100, ${(SPAN.last - SPAN.first).toLocaleString('en')} steps of 20 KB outputs add at most ${LIMITS.growthMb} MB, and a one-shot prompt peaks at ${LIMITS.peakMb} MB or less.`,
  async run({ isQuick, say }) {
    const bench = await openWorkbench();
    try {
      const steps = await measureSteps(bench, isQuick ? 3 : 8);
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
          ...Object.fromEntries(names.map((name) => [`cpuMs_${name}`, round(steps[name].cpuMs)])),
          ...Object.fromEntries(names.map((name) => [`ownMs_${name}`, round(steps[name].ownMs)])),
        },
        against: `a step of a resumed session of 100 records, in turns with ones of ${longer.map((name) => LENGTHS[name].toLocaleString('en')).join(', ')} that have the same steps (read_file of 1 KB), the least of the rounds; the own wall (ownMs) has in it the sending of the history to a server on the same cores, and is no part of the claim; memory after garbage collection, from request ${SPAN.first} to ${SPAN.last}`,
      };
    } finally {
      bench.close();
    }
  },
};

type Name = keyof typeof LENGTHS;
const names = Object.keys(LENGTHS) as Name[];
const longer = names.filter((name) => name !== 'r100');

async function measureSteps(bench: Workbench, rounds: number): Promise<Record<Name, StepCost>> {
  await bench.run([bench.cli, '--session-id', MODEL, '-p', readPrompt(bench, 'small.txt', { size: 1_000, steps: 3 })]);
  const prompt = readPrompt(bench, 'small.txt', { size: 1_000, steps: STEPS + WARM_UP });
  const costs: Record<Name, StepCost[]> = { r100: [], r1000: [], r10000: [], r100000: [] };
  for (let n = 0; n < rounds; n += 1) {
    for (const name of names) {
      const sessionId = `${name}-${n}`;
      const like = { root: bench.sessionsFolder, model: MODEL };
      await writeLongSession({ ...like, sessionId, records: LENGTHS[name] });
      const { probe } = await bench.probe([bench.cli, '--resume', sessionId, '-p', prompt]);
      costs[name].push(stepCost(probe, -1 - STEPS, -1));
    }
  }
  return mapValues(costs, leastCost);
}

function mapValues<Value, Result>(of: Record<Name, Value>, change: (value: Value) => Result): Record<Name, Result> {
  const { r100, r1000, r10000, r100000 } = of;
  return { r100: change(r100), r1000: change(r1000), r10000: change(r10000), r100000: change(r100000) };
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
  return JSON.stringify({ steps, calls: [{ name: 'read_file', args: { file_path: path, end_line: '{n}' } }] });
}
