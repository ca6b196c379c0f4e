import { randomInt } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Claim, ClaimRun } from '../claim.ts';
import { atExit } from '../../tests/kit/at-exit.ts';
import { bundleChildren } from '../../tests/kit/bundle-children.ts';
import { createSeededRandom } from '../../tests/kit/seeded-random.ts';
import { runToolTests, type ToolTests } from './run-tool-tests.ts';
import { faults, playRound, type PlayedRound, type RoundStage } from './play-round.ts';

const AT_ONCE = 2;
const CHILDREN = ['children/far-end.ts', 'children/near-end.ts'];

/** Breaks the link to a remote workspace and both of its ends, and compares what was reported with what happened. */
export const remoteWorkspace: Claim = {
  id: 'remote-workspace',
  sentence:
    'The tests of tools pass in a remote workspace that is reached over a single link between two network namespaces. Commands there each run at most once, and each that ends is reported with its whole output and its exit code, after a fault at a random moment: the link down for up to 6 s, the far end killed and started again or stopped for up to 6 s, the near end killed and started again, or both; also over a line of 40 KB/s with 0.3 s for an answer (a slow proxy). 0 reports say that a command has ended that has not. What dies with the whole far machine is reported as unknown. Not covered: a link or far end that is away for longer than the 20 s of attempts to connect, after which the outcome of a running command is reported as unknown.',
  async run(run) {
    const folder = mkdtempSync(join(tmpdir(), 'rw-'));
    const clear = (): void => {
      rmSync(folder, { recursive: true, force: true });
    };
    const stay = atExit(clear);
    try {
      const files = CHILDREN.map((name) => join(import.meta.dirname, name));
      const seed = randomInt(1_000_000);
      const stage = { folder, childFile: await bundleChildren(files, join(folder, 'bin')) };
      const rounds = await playAll(stage, { ...run, seed });
      return toResult(rounds, { seed, tools: await runToolTests(folder, run) });
    } finally {
      clear();
      stay();
    }
  },
};

async function playAll(
  stage: RoundStage,
  { isQuick, say, seed }: ClaimRun & { readonly seed: number },
): Promise<readonly PlayedRound[]> {
  const random = createSeededRandom(seed);
  const count = isQuick ? faults.length : 120;
  const waiting = Array.from({ length: count }, (_, n) => ({
    n,
    fault: faults[n % faults.length] ?? 'link down',
    // Every second round of each fault.
    isSlow: Math.floor(n / faults.length + n) % 2 === 1,
  }));
  const played: PlayedRound[] = [];
  const playNext = async (): Promise<void> => {
    for (let next = waiting.shift(); next !== undefined; next = waiting.shift()) {
      const round = await playRound(next, stage, { name: String(next.n), random }).catch((thrown: unknown) => {
        // The others end with what they play now.
        waiting.length = 0;
        throw thrown;
      });
      played.push(round);
      say(`${next.n} ${JSON.stringify(round)}`);
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, playNext));
  return played;
}

function toResult(
  rounds: readonly PlayedRound[],
  { seed, tools }: { readonly seed: number; readonly tools: ToolTests },
): Awaited<ReturnType<Claim['run']>> {
  const sum = (of: (round: PlayedRound) => number): number => rounds.reduce((total, round) => total + of(round), 0);
  const figures = {
    toolTestsPassed: tools.passed,
    toolTestsFailed: tools.failed,
    seed,
    rounds: rounds.length,
    inTime: rounds.filter(({ isInTime }) => isInTime).length,
    slowRounds: rounds.filter(({ isSlow }) => isSlow).length,
    hitWhileRunning: rounds.filter(({ wasRunning }) => wasRunning).length,
    commands: sum(({ commands }) => commands),
    ran: sum(({ ran }) => ran),
    ranTwice: sum(({ ranTwice }) => ranTwice),
    lostOutputs: sum(({ lost }) => lost),
    untrueReports: sum(({ untrue }) => untrue),
    unknown: sum(({ unknown }) => unknown),
    unknownWithTheirMachine: sum(({ fault, unknown }) => (fault === 'far machine killed' ? unknown : 0)),
  };
  const areToolsWell = tools.failed === 0 && tools.passed > 0;
  const isWhole = figures.ranTwice === 0 && figures.lostOutputs === 0 && figures.untrueReports === 0;
  return {
    // Where nothing ran, nothing could be lost.
    holds: isWhole && areToolsWell && figures.inTime === rounds.length && figures.hitWhileRunning > rounds.length / 3,
    figures,
    against: 'what the commands wrote into the workspace themselves',
  };
}
