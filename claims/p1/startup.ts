import { spawnSync } from 'node:child_process';
import type { Claim } from '../claim.ts';
import { openWorkbench } from '../workbench/open-workbench.ts';
import { quantile } from '../shared/quantile.ts';
import { rotate } from '../shared/rotate.ts';
import { round } from '../shared/round.ts';

const LIMITS = { version: 1.5, help: 2 } as const;

/** Measures what the command costs before it does anything. */
export const startup: Claim = {
  id: 'P1',
  sentence: `\`bowline --version\` takes at most ${LIMITS.version}x the time of \`node -e 0\`, and \`--help\` at most ${LIMITS.help}x.`,
  async run({ isQuick, say }) {
    const bench = await openWorkbench();
    try {
      const commands = { node: ['-e', '0'], version: [bench.cli, '--version'], help: [bench.cli, '--help'] } as const;
      const times: Record<keyof typeof commands, number[]> = { node: [], version: [], help: [] };
      const rounds = isQuick ? 40 : 100;
      for (let n = -2; n < rounds; n += 1) {
        for (const name of rotate(['node', 'version', 'help'] as const, n)) {
          const ms = timeOnce(commands[name]);
          if (n >= 0) times[name].push(ms);
        }
      }
      const ratio = (name: 'version' | 'help', share: number): number =>
        round(quantile(times[name], share) / quantile(times.node, share));
      const [versionRatio, helpRatio] = [ratio('version', 0.5), ratio('help', 0.5)];
      say(`--version ${versionRatio}x, --help ${helpRatio}x of a bare node`);
      return {
        holds: versionRatio <= LIMITS.version && helpRatio <= LIMITS.help,
        figures: {
          versionRatio,
          helpRatio,
          versionLeastRatio: ratio('version', 0),
          helpLeastRatio: ratio('help', 0),
          nodeMs: Math.round(quantile(times.node, 0.5)),
          versionMs: Math.round(quantile(times.version, 0.5)),
          helpMs: Math.round(quantile(times.help, 0.5)),
        },
        against: `\`node -e 0\`, alternating with ours in a rotating order, medians of ${rounds} rounds`,
      };
    } finally {
      bench.close();
    }
  },
};

function timeOnce(args: readonly string[]): number {
  const start = performance.now();
  const { status, stderr } = spawnSync(process.execPath, args, { encoding: 'utf8' });
  const took = performance.now() - start;
  if (status !== 0) throw new Error(`node ${args.join(' ')} failed: ${stderr}`);
  return took;
}
