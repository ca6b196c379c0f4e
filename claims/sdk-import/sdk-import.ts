import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { stripTypeScriptTypes } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { bundleBareAdk } from '../workbench/bundle-bare-adk.ts';
import type { Claim } from '../claim.ts';
import { quantile } from '../shared/quantile.ts';
import { rotate } from '../shared/rotate.ts';
import { round } from '../shared/round.ts';

const LIMIT = 1.3;
/** For a few rounds on a busy machine. */
const QUICK_SLACK = 1.25;
/** Runs that are not counted: they fill the compile cache. */
const WARM_UP = 2;
const repo = join(import.meta.dirname, '../..');

interface Cost {
  readonly wallMs: number;
  readonly cpuMs: number;
}

/** Measures what a program pays for `import '@bowline/sdk'`, and for its first session. */
export const sdkImport: Claim = {
  id: 'sdk-import',
  sentence: `Importing the published SDK takes at most ${LIMIT}x the wall time and the CPU of importing ADK bundled and pruned like the CLI. The rest is loaded with the first session, whose cost is published with it.`,
  async run({ isQuick, say }) {
    buildPackages();
    const folder = mkdtempSync(join(tmpdir(), 'bowline-import-'));
    try {
      const { plain, pruned } = await bundleBareAdk(folder, 'import-adk');
      symlinkSync(join(repo, 'node_modules'), join(folder, 'node_modules'));
      const modules = {
        sdk: '@bowline/sdk',
        firstSession: toPlainScript('open-sdk', folder),
        pruned,
        plain,
        published: '@google/adk',
      };
      const rounds = isQuick ? 7 : 25;
      const slack = isQuick ? QUICK_SLACK : 1;
      const costs = interleave(toPlainScript('time-import', folder), modules, rounds);
      const middle = (name: keyof typeof modules, of: keyof Cost, share = 0.5): number =>
        quantile(
          (costs[name] ?? []).map((cost) => cost[of]),
          share,
        );
      const ratio = (name: 'sdk' | 'firstSession', to: 'pruned' | 'plain' | 'published', of: keyof Cost = 'wallMs') =>
        round(middle(name, of) / middle(to, of));
      const [prunedRatio, prunedCpuRatio] = [ratio('sdk', 'pruned'), ratio('sdk', 'pruned', 'cpuMs')];
      say(`the SDK ${prunedRatio}x, its first session ${ratio('firstSession', 'pruned')}x of ADK bundled and pruned`);
      const figures = (Object.keys(modules) as (keyof typeof modules)[]).flatMap((name) => [
        [`${name}Ms`, Math.round(middle(name, 'wallMs'))],
        [`${name}LeastMs`, Math.round(middle(name, 'wallMs', 0))],
        [`${name}CpuMs`, Math.round(middle(name, 'cpuMs'))],
      ]);
      return {
        holds: prunedRatio <= LIMIT * slack && prunedCpuRatio <= LIMIT * slack,
        figures: {
          prunedRatio,
          prunedCpuRatio,
          plainRatio: ratio('sdk', 'plain'),
          publishedRatio: ratio('sdk', 'published'),
          firstSessionPrunedRatio: ratio('firstSession', 'pruned'),
          firstSessionPublishedRatio: ratio('firstSession', 'published'),
          ...(Object.fromEntries(figures) as Record<string, number>),
        },
        against: `what claims/workbench/children/bare-adk.ts imports of ADK, bundled with the CLI's own pruning (the claim), bundled plainly, and as published (from node_modules); each in its own process with a compile cache, timed inside from before the import to after it; ${rounds} rounds in a rotating order, after ${WARM_UP} that fill the cache; medians; CPU is user and system time; firstSession is the import plus opening and closing the first session`,
      };
    } finally {
      rmSync(folder, { recursive: true, force: true });
    }
  },
};

/** Builds the packages as they are published. */
function buildPackages(): void {
  const args = [join(repo, 'node_modules/typescript/bin/tsc'), '-b', 'tsconfig.build.json'];
  const { status, stdout } = spawnSync(process.execPath, args, { cwd: repo, encoding: 'utf8' });
  if (status !== 0) throw new Error(`the packages could not be built: ${stdout}`);
}

/** As plain JavaScript, so that stripping types is not measured. */
function toPlainScript(name: string, folder: string): string {
  const to = join(folder, `${name}.mjs`);
  writeFileSync(to, stripTypeScriptTypes(readFileSync(join(import.meta.dirname, `children/${name}.ts`), 'utf8')));
  return to;
}

function interleave(
  timer: string,
  modules: Readonly<Record<string, string>>,
  rounds: number,
): Readonly<Record<string, readonly Cost[]>> {
  const home = join(timer, '../home');
  mkdirSync(home);
  const env = { PATH: process.env['PATH'] ?? '', HOME: home, TMPDIR: home, BOWLINE_HOME: home };
  const costs: Record<string, Cost[]> = {};
  for (let n = -WARM_UP; n < rounds; n += 1) {
    for (const [name, module] of rotate(Object.entries(modules), n)) {
      const { status, stdout, stderr } = spawnSync(process.execPath, [timer, module], {
        cwd: home,
        env,
        encoding: 'utf8',
      });
      if (status !== 0) throw new Error(`${name} could not be imported: ${stderr}`);
      if (n >= 0) (costs[name] ??= []).push(JSON.parse(stdout) as Cost);
    }
  }
  return costs;
}
