import type { Claim } from './claim.ts';
import { installPi, type Peer } from './install-pi.ts';
import { openWorkbench, type Workbench } from './open-workbench.ts';
import { quantile } from './quantile.ts';
import { round } from './round.ts';

const LIMIT = 0.35;

interface Contender {
  readonly args: readonly string[];
  readonly env?: Readonly<Record<string, string>>;
}
type Times = Record<string, number[]>;

/** What a prompt costs from the shell and back, when the model answers at once. */
export const oneShot: Claim = {
  id: 'P2',
  sentence: `A one-shot prompt takes at most ${LIMIT}x the wall of a bare ADK script with one tool and no store, and less than pi's.`,
  async run({ isQuick, say }) {
    const bench = await openWorkbench();
    try {
      const pi = isQuick ? 'not measured: only in the full form' : findPi(bench);
      const contenders: Record<string, Contender> = {
        ours: { args: [bench.cli, '-p', 'hi'] },
        bareAdk: { args: [bench.bareAdk, 'hi'] },
        ...(typeof pi === 'string' ? {} : { pi }),
      };
      const { times, coldMs } = await interleave(bench, contenders, isQuick ? 5 : 25);
      const ms = (name: string): number => Math.round(quantile(times[name] ?? [], 0.5));
      const adkRatio = round(ms('ours') / ms('bareAdk'));
      const besidePi = typeof pi === 'string' ? { pi } : { piRatio: round(ms('ours') / ms('pi')), piMs: ms('pi') };
      say(`${adkRatio}x of bare ADK, pi: ${'pi' in besidePi ? besidePi.pi : `${besidePi.piRatio}x`}`);
      const { probe } = await bench.probe([bench.cli, '-p', 'hi']);
      return {
        holds: adkRatio <= LIMIT && ('pi' in besidePi || besidePi.piRatio < 1),
        figures: {
          adkRatio,
          ...besidePi,
          oursMs: ms('ours'),
          oursLeastMs: Math.round(Math.min(...(times['ours'] ?? []))),
          oursFirstRunMs: Math.round(coldMs),
          bareAdkMs: ms('bareAdk'),
          cpuMs: Math.round(probe.cpuMs),
          peakRssMb: Math.round(probe.peakRssMb),
        },
        against: `bench/children/bare-adk.ts${typeof pi === 'string' ? '' : ` and ${pi.version}`}, in turns with ours, one scripted Gemini server in a process of its own; medians, warm compile cache`,
      };
    } finally {
      bench.close();
    }
  },
};

/** A machine without a registry still measures the rest, and says so. */
function findPi({ folder, url }: Workbench): Peer | string {
  try {
    return installPi(folder, url);
  } catch (thrown) {
    return `not measured: ${thrown instanceof Error ? thrown.message : String(thrown)}`;
  }
}

async function interleave(
  bench: Workbench,
  contenders: Readonly<Record<string, Contender>>,
  rounds: number,
): Promise<{ readonly times: Times; readonly coldMs: number }> {
  const times: Times = {};
  let coldMs = Number.NaN;
  for (let n = -1; n < rounds; n += 1) {
    for (const [name, { args, env = {} }] of Object.entries(contenders)) {
      const { stdout, wallMs } = await bench.run(args, { env });
      if (!stdout.includes('hello')) throw new Error(`${name} did not answer: ${stdout}`);
      if (n >= 0) (times[name] ??= []).push(wallMs);
      else if (name === 'ours') coldMs = wallMs; // the first one warms up
    }
  }
  return { times, coldMs };
}
