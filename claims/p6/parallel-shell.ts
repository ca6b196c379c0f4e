import type { Claim } from '../claim.ts';
import { openWorkbench, type Workbench } from '../workbench/open-workbench.ts';
import { quantile } from '../shared/quantile.ts';

const LIMIT_MS = 2500;
const [CALLS, SECONDS] = [4, 2];

/** Measures a batch of slow commands, from the first request to the last response. */
export const parallelShell: Claim = {
  id: 'P6',
  sentence: `${CALLS} shell calls of ${SECONDS} s each in one batch finish in less than ${LIMIT_MS / 1000} s, from the first request to the last response.`,
  async run({ isQuick, say }) {
    const bench = await openWorkbench();
    try {
      await bench.run([bench.cli, '-p', 'hi']); // fills the compile cache
      const rounds = isQuick ? 3 : 10;
      const batches: number[] = [];
      const walls: number[] = [];
      const alone: number[] = [];
      for (let n = 0; n < rounds; n += 1) {
        const four = await runBatch(bench, CALLS);
        const one = await runBatch(bench, 1);
        batches.push(four.batchMs);
        walls.push(four.wallMs);
        alone.push(one.batchMs);
      }
      const batchLeastMs = Math.min(...batches);
      const batchMs = Math.round(quantile(batches, 0.5));
      const wallMs = Math.round(quantile(walls, 0.5));
      say(`${CALLS} calls: ${batchMs} ms, with the start and end of the program ${wallMs} ms`);
      return {
        holds: batchMs < LIMIT_MS,
        figures: {
          batchMs,
          batchLeastMs,
          batchWorstMs: Math.max(...batches),
          wallMs,
          oneCallMs: Math.round(quantile(alone, 0.5)),
        },
        against: `the ${SECONDS} s that each command sleeps, and a batch of one call in the same run; with the built CLI and --yolo; medians`,
      };
    } finally {
      bench.close();
    }
  },
};

interface Event {
  readonly type: string;
  readonly at: string;
  readonly isError?: boolean;
}

async function runBatch(
  bench: Workbench,
  count: number,
): Promise<{ readonly batchMs: number; readonly wallMs: number }> {
  const calls = Array.from({ length: count }, () => ({
    name: 'run_shell_command',
    args: { command: `sleep ${SECONDS}` },
  }));
  const prompt = JSON.stringify({ steps: 1, calls });
  const { stdout, wallMs } = await bench.run([bench.cli, '--yolo', '-o', 'events', '-p', prompt]);
  const events = stdout
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as Event);
  const requests = events.filter(({ type }) => type === 'tool_request');
  const responses = events.filter(({ type, isError }) => type === 'tool_response' && isError !== true);
  if (requests.length !== count || responses.length !== count) {
    throw new Error(`${responses.length} of ${count} commands succeeded: ${stdout}`);
  }
  const times = (list: readonly Event[]): number[] => list.map(({ at }) => Date.parse(at));
  const batchMs = Math.max(...times(responses)) - Math.min(...times(requests));
  if (batchMs < SECONDS * 1000) throw new Error(`the commands slept only ${batchMs} ms`);
  return { batchMs, wallMs };
}
