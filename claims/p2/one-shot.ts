import { bundleBareAdk } from '../workbench/bundle-bare-adk.ts';
import { childrenCpuMs } from './children-cpu.ts';
import type { Claim } from '../claim.ts';
import { installPi } from './install-pi.ts';
import { openWorkbench, type Workbench } from '../workbench/open-workbench.ts';
import { quantile } from '../shared/quantile.ts';
import { rotate } from '../shared/rotate.ts';
import { round } from '../shared/round.ts';

const LIMITS = { published: 0.35, pruned: 1.5 } as const;
/** For a few rounds on a busy machine, where the shortest ones count too: other processes can only add time. */
const QUICK_SLACK = 1.5;
/** Runs that are not counted: they fill the compile caches. */
const WARM_UP = 2;

interface Contender {
  readonly args: readonly string[];
  readonly env?: Readonly<Record<string, string>>;
}
interface Cost {
  readonly wallMs: number;
  readonly cpuMs: number;
}

/** Measures a prompt from the shell and back, with a model that answers at once. */
export const oneShot: Claim = {
  id: 'P2',
  sentence: `A one-shot prompt takes at most ${LIMITS.pruned}x the wall time of a bare ADK script with one tool and no store that is bundled, pruned and cached like the CLI. It takes at most ${LIMITS.published}x the wall time of the script as published, and less than pi.`,
  async run({ isQuick, say }) {
    const bench = await openWorkbench();
    try {
      const pi = installPi(bench.folder, bench.url);
      const { plain, pruned } = await bundleBareAdk(bench.folder);
      const contenders = {
        ours: { args: [bench.cli, '-p', 'hi'] },
        published: { args: [bench.bareAdk, 'hi'] },
        plain: { args: [plain, 'hi'] },
        pruned: { args: [pruned, 'hi'] },
        pi,
      };
      const rounds = isQuick ? 7 : 25;
      const { costs, coldMs } = await interleave(bench, contenders, rounds);
      const middle = (name: keyof typeof contenders, of: keyof Cost, share = 0.5): number =>
        quantile(
          (costs[name] ?? []).map((cost) => cost[of]),
          share,
        );
      const ratio = (name: keyof typeof contenders, of: keyof Cost = 'wallMs', share = 0.5): number =>
        round(middle('ours', of, share) / middle(name, of, share));
      const leastPruned = ratio('pruned', 'wallMs', 0);
      const ratios = { published: ratio('published'), plain: ratio('plain'), pruned: ratio('pruned'), pi: ratio('pi') };
      say(
        `ours ${Object.entries(ratios)
          .map(([name, value]) => `${value}x ${name}`)
          .join(', ')}`,
      );
      const { probe } = await bench.probe([bench.cli, '-p', 'hi']);
      const figures = Object.keys(contenders).flatMap((key) => {
        const name = key as keyof typeof contenders;
        return [
          [`${name}Ms`, Math.round(middle(name, 'wallMs'))],
          [`${name}LeastMs`, Math.round(middle(name, 'wallMs', 0))],
          [`${name}CpuMs`, Math.round(middle(name, 'cpuMs'))],
        ];
      });
      return {
        holds:
          (isQuick ? Math.min(ratios.pruned, leastPruned) / QUICK_SLACK : ratios.pruned) <= LIMITS.pruned &&
          ratios.published <= LIMITS.published &&
          ratios.pi < 1,
        figures: {
          prunedRatio: ratios.pruned,
          prunedLeastRatio: leastPruned,
          prunedCpuRatio: ratio('pruned', 'cpuMs'),
          plainRatio: ratios.plain,
          publishedRatio: ratios.published,
          piRatio: ratios.pi,
          piCpuRatio: ratio('pi', 'cpuMs'),
          ...(Object.fromEntries(figures) as Record<string, number>),
          oursFirstRunMs: Math.round(coldMs),
          peakRssMb: Math.round(probe.peakRssMb),
        },
        against: `claims/workbench/children/bare-adk.ts as published (from node_modules), bundled plainly with a compile cache, and bundled with the CLI's own pruning and a compile cache (the claim), and ${pi.version}; ${rounds} rounds in a rotating order, after ${WARM_UP} that fill the caches; one scripted Gemini server in its own process; medians; CPU is user and system time`,
      };
    } finally {
      bench.close();
    }
  },
};

async function interleave(
  bench: Workbench,
  contenders: Readonly<Record<string, Contender>>,
  rounds: number,
): Promise<{ readonly costs: Readonly<Record<string, readonly Cost[]>>; readonly coldMs: number }> {
  const costs: Record<string, Cost[]> = {};
  let coldMs = Number.NaN;
  for (let n = -WARM_UP; n < rounds; n += 1) {
    for (const [name, { args, env = {} }] of rotate(Object.entries(contenders), n)) {
      const before = childrenCpuMs();
      const { stdout, wallMs } = await bench.run(args, { env });
      if (!stdout.includes('hello')) throw new Error(`${name} did not answer: ${stdout}`);
      if (n >= 0) (costs[name] ??= []).push({ wallMs, cpuMs: childrenCpuMs() - before });
      else if (name === 'ours' && Number.isNaN(coldMs)) coldMs = wallMs;
    }
  }
  return { costs, coldMs };
}
